import { entriesSince } from '#server/platform/audit/log.ts'
import type { AuditLogRow } from '#server/platform/db/schema.ts'
import { type Command, optionsOf, parseSince, tabbed, UsageError, writeOut } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'

const help = `Lists the audit log: who saw, exported, changed or deleted personal data.

Usage: npm run -s ops -- audit list [--since DATE]

  --since DATE  only entries from that time on, in the format of the export command

It writes one line per entry, separated by tabs: number, time, action, actor (system, visitor, or a keyed hash of the
operator's user name on this machine), subject, details as JSON.
`

export const auditCommand: Command = {
  summary: 'lists the audit log',
  help,
  async run([action, ...args]) {
    if (action !== 'list') throw new UsageError('audit takes: list')
    const { since } = optionsOf('audit', args, { since: { type: 'string' } })
    await withDatabase(async ({ db }) => {
      async function* lines() {
        for await (const entry of entriesSince(db, parseSince(since))) yield lineOf(entry)
      }
      await writeOut(lines())
    })
  },
}

function lineOf({ seq, at, action, actor, reference, detail }: AuditLogRow): string {
  return tabbed([seq, new Date(at).toISOString(), action, actor, reference, detail])
}
