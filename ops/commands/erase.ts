import { counted } from '#contract/messages/languages.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
import { erasePerson, warningsOf, wouldErase } from '#server/features/privacy/erasure.ts'
import type { PersonQuery } from '#server/features/privacy/identities.ts'
import type { Person, PrivacyDeps } from '#server/features/privacy/person.ts'
import { optionsOf, personHelp, personOf, personOptions, personQuery } from '#ops/args.ts'
import type { Command } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'
import { writeCounts } from '#ops/output.ts'
import { keyFolder } from './backup.ts'

const help = `Erases a person everywhere: rows, files, unsent messages, sessions, codes. It cannot be undone.

Usage: npm run -s ops -- erase --email X | --phone X | --id X [--yes]

${personHelp}

  --yes      erases; without it the command only shows what would be deleted

Standard output has one line per table and one for the files: name and number deleted, separated by a tab. In mandates
the personal columns are emptied; references, amounts and dates stay as payment records. What remains is a tombstone
without personal data, by which a restored backup erases again, and an entry in the audit log.
`

export const eraseCommand: Command = {
  summary: 'erases a person everywhere, after showing what would be deleted',
  help,
  async run(args) {
    const options = { ...personOptions, yes: { type: 'boolean', default: false } } as const
    const { yes, ...values } = optionsOf('erase', args, options)
    const query = personQuery('erase', values)
    await withDatabase((deps) => erase(deps, query, yes))
  },
}

async function erase(deps: OpsDeps, query: PersonQuery, yes: boolean): Promise<void> {
  const person = await personOf(deps, query)
  await warn(deps, person)
  if (!yes) {
    write(await wouldErase(deps, person))
    process.stderr.write('Nothing was erased. This is what would be deleted; --yes deletes it\n')
    return
  }
  const { counts, filesLeft } = await erasePerson(deps, person, operatorActor(deps.cipher))
  write(counts)
  const left =
    filesLeft > 0 ? `; ${counted(filesLeft, 'file')} left, which a running server deletes within an hour` : ''
  if (Object.keys(counts).length > 0) process.stderr.write(`Erased${left}\n`)
  // The folder of the backups' keys learns of the erasure too: the database may be what is lost.
  const { config, db, clock } = deps
  if (config.backup.key) await maintainBackupKeys(db, keyFolder(config), clock.now())
}

function write(counts: Record<string, number>): void {
  writeCounts(counts)
  if (Object.keys(counts).length === 0) process.stderr.write('Nothing is stored about that person\n')
}

async function warn(deps: PrivacyDeps, person: Person): Promise<void> {
  const { liveMandates, agreements, related } = await warningsOf(deps, person)
  for (const id of liveMandates) {
    process.stderr.write(
      `The mandate of transaction ${id} is live: erasing does not cancel it; the gateway or the bank must\n`,
    )
  }
  if (agreements > 0) {
    process.stderr.write('The person accepted an agreement: make sure that no law requires you to keep it\n')
  }
  const more = Object.entries(related).map(([table, count]) => `${count} ${table}`)
  if (more.length > 0) {
    process.stderr.write(
      `Rows with another e-mail or phone, perhaps of another person: ${more.join(', ')}; not touched\n`,
    )
  }
}
