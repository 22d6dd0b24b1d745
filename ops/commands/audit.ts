import { entriesAfter, noteVerified, verifyAudit } from '#server/platform/audit/verify.ts'
import type { AuditLogRow } from '#server/platform/db/schema.ts'
import { type Command, OpsError, optionsOf, parseSince, tabbed, UsageError, writeOut } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'

const help = `Lists or verifies the audit log: who saw, exported, changed or deleted personal data.

Usage: npm run -s ops -- audit list [--since DATE]
       npm run -s ops -- audit verify [--all]

  --since DATE  only entries from that time on, in the format of the export command

list writes one line per entry, separated by tabs: number, time, action, actor (system, visitor, or a keyed hash of the
operator's user name on this machine), subject, details as JSON, hash.

  --all         from the oldest entry on, also what was verified before

verify recomputes the hash of every entry after the one that was verified last. It prints ok, the number of entries,
the first, the last, and its hash, separated by tabs; or, with exit code 1, the first entry that is missing, altered or
inserted. Whoever can write to the database could write a whole new log: keep a copy of that last hash elsewhere, and
look for it in list later.
`

export const auditCommand: Command = {
  summary: 'lists or verifies the audit log',
  help,
  async run([action, ...args]) {
    if (action !== 'list' && action !== 'verify') throw new UsageError('audit takes one of: list, verify')
    const { since, all = false } = optionsOf('audit', args, {
      since: { type: 'string' },
      all: { type: 'boolean' },
    })
    await (action === 'list' ? list(parseSince(since)) : verify(all))
  },
}

async function list(since: number): Promise<void> {
  await withDatabase(async ({ db }) => {
    async function* lines() {
      for await (const entry of entriesAfter(db, 0, since)) yield lineOf(entry)
    }
    await writeOut(lines())
  })
}

function lineOf({ seq, at, action, actor, reference, detail, hash }: AuditLogRow): string {
  return tabbed([seq, new Date(at).toISOString(), action, actor, reference, detail, hash])
}

async function verify(all: boolean): Promise<void> {
  const verdict = await withDatabase(async ({ db }) => {
    const found = await verifyAudit(db, { all })
    if (found.whole) await noteVerified(db, found)
    return found
  })
  if (!verdict.whole) throw new OpsError(`The audit log was altered: ${verdict.words}`)
  const { entries, from, lastSeq, lastHash } = verdict
  process.stdout.write(tabbed(['ok', entries, from, lastSeq, lastHash]))
}
