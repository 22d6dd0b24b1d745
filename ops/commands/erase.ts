import { operatorActor } from '#server/platform/audit/log.ts'
import { maintainBackupKeys } from '#server/platform/backup/make-backup.ts'
import { systemClock } from '#server/platform/clock.ts'
import { erasePerson, related, wouldErase } from '#server/features/privacy/erasure.ts'
import { standingOf } from '#server/features/privacy/person-store.ts'
import type { Person, PrivacyDeps } from '#server/features/privacy/person.ts'
import type { PersonQuery } from '#server/features/privacy/identities.ts'
import { argOptions, argsHelp, argsOf, personArg, tabbed, understood } from '#ops/args.ts'
import { keyFolder } from './backup.ts'
import { type Command, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'

const help = `Erases a person everywhere: rows, files, unsent messages, sessions, codes. It cannot be undone.

Usage: npm run -s ops -- erase --email X | --phone X | --id X [--yes]

${argsHelp}

  --yes      erases; without it the command only shows what would be deleted

Standard output has one line per table and one for the files: name and number deleted, separated by a tab. In mandates
the personal columns are emptied; references, amounts and dates stay as payment records. What remains is a tombstone
without personal data, by which a restored backup erases again, and an entry in the audit log.
`

export const eraseCommand: Command = {
  summary: 'erases a person everywhere, after showing what would be deleted',
  help,
  async run(words) {
    const { asked, yes } = understand(words)
    await withDatabase((kept) => erase(kept, asked, yes))
  },
}

function understand(words: string[]): { asked: PersonQuery; yes: boolean } {
  const options = { ...argOptions, yes: { type: 'boolean', default: false } } as const
  const { values, positionals } = understood('erase', words, options)
  if (positionals.length > 0) throw new UsageError(`erase takes options only, not «${positionals.join(' ')}»`)
  return { asked: argsOf('erase', values), yes: values.yes }
}

async function erase(kept: Kept, asked: PersonQuery, yes: boolean): Promise<void> {
  const deps = { ...kept, clock: systemClock }
  const person = await personArg(deps, asked)
  await warn(deps, person)
  if (!yes) {
    write(await wouldErase(deps, person))
    process.stderr.write('Nothing was erased. This is what would be deleted; --yes deletes it\n')
    return
  }
  const { counts, filesLeft } = await erasePerson(deps, person, operatorActor(kept.cipher))
  write(counts)
  const left =
    filesLeft > 0 ? `; ${filesLeft} files are left; a running server deletes them within an hour` : ''
  process.stderr.write(`Erased${left}\n`)
  await listBackups(kept)
}

function write(counts: Record<string, number>): void {
  const gone = Object.entries(counts).filter(([, count]) => count > 0)
  process.stdout.write(gone.map((line) => tabbed(line)).join(''))
  if (gone.length === 0) process.stderr.write('Nothing is stored about that person\n')
}

async function warn(deps: PrivacyDeps, person: Person): Promise<void> {
  const { mandates, agreements } = await standingOf(deps.db, person.rows)
  for (const id of mandates) {
    process.stderr.write(
      `The mandate of transaction ${id} is live: erasing does not cancel it; the gateway or the bank must\n`,
    )
  }
  if (agreements > 0) {
    process.stderr.write('The person accepted an agreement: make sure that no law requires you to keep it\n')
  }
  const more = Object.entries(await related(deps, person)).map(([table, count]) => `${count} ${table}`)
  if (more.length > 0) {
    process.stderr.write(
      `Rows with another e-mail or phone, perhaps of another person: ${more.join(', ')}; not touched\n`,
    )
  }
}

/** Where backups are made, their keys' folder is told too: the database may be what is lost. */
async function listBackups({ config, db }: Kept): Promise<void> {
  if (config.backup.key) await maintainBackupKeys(db, keyFolder(config), Date.now())
}
