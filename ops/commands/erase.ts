import { counted } from '#contract/messages/languages.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
import { erasePerson, warningsOf, wouldErase } from '#server/features/privacy/erasure.ts'
import type { PersonQuery } from '#server/features/privacy/identities.ts'
import type { Person, PrivacyDeps } from '#server/features/privacy/person.ts'
import { addHelp, addOption, optionsOf, personHelp, personOf, personOptions, personQuery } from '#ops/args.ts'
import type { Command } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'
import { writeCounts } from '#ops/output.ts'
import { keyFolder } from './backup.ts'

const help = `Erases a person everywhere: rows, files, unsent messages, sessions, codes. It cannot be undone.

Usage: npm run -s ops -- erase --id X | --email X | --phone X [--add REF] [--yes]

${personHelp}
${addHelp}

  --yes      erases; without it the command only shows what would be deleted

Standard output has one line per table and one for the files: name and number deleted, separated by a tab. In mandates
the personal columns are emptied; references, amounts and dates stay as payment records. What remains is a tombstone
without personal data, by which a restored backup erases again, and an entry in the audit log.
`

export const eraseCommand: Command = {
  summary: 'erases a person everywhere, after showing what would be deleted',
  help,
  async run(args) {
    const options = { ...personOptions, ...addOption, yes: { type: 'boolean', default: false } } as const
    const { yes, add, ...values } = optionsOf('erase', args, options)
    const query = personQuery('erase', values)
    await withDatabase((deps) => erase(deps, query, { add, yes }))
  },
}

async function erase(
  deps: OpsDeps,
  query: PersonQuery,
  { add, yes }: { add: string[] | undefined; yes: boolean },
): Promise<void> {
  const person = await personOf(deps, query, add)
  await warn(deps, person)
  if (!yes) {
    writeCounts(await wouldErase(deps, person))
    process.stderr.write('Nothing was erased. This is what would be deleted; --yes deletes it\n')
    return
  }
  const { counts, filesLeft } = await erasePerson(deps, person, operatorActor(deps.cipher))
  writeCounts(counts)
  const left =
    filesLeft > 0 ? `; ${counted(filesLeft, 'file')} left, which a running server deletes within an hour` : ''
  process.stderr.write(`Erased${left}\n`)
  // The folder of the backups' keys learns of the erasure too: the database may be what is lost.
  const { config, db, clock } = deps
  if (config.backup.key) await maintainBackupKeys(db, keyFolder(config), clock.now())
}

async function warn(deps: PrivacyDeps, person: Person): Promise<void> {
  const { liveMandates, agreements } = await warningsOf(deps, person)
  for (const id of liveMandates) {
    process.stderr.write(
      `The mandate of transaction ${id} is live: erasing does not cancel it; the gateway or the bank must\n`,
    )
  }
  if (agreements > 0) {
    process.stderr.write('The person accepted an agreement: make sure that no law requires you to keep it\n')
  }
}
