import { operatorActor } from '#server/platform/audit/log.ts'
import { lookAfterKeys } from '#server/platform/backup/make-backup.ts'
import { systemClock } from '#server/platform/clock.ts'
import { erasePerson, related, wouldErase } from '#server/features/privacy/erasure.ts'
import { standingOf } from '#server/features/privacy/person-store.ts'
import type { Person, PrivacyDeps } from '#server/features/privacy/person.ts'
import type { Asked } from '#server/features/privacy/identities.ts'
import { argsHelp, argsOf, argOptions, personArg } from '#ops/args.ts'
import { keyFolder } from './backup.ts'
import { type Command, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'
import { tabbed, understood } from '#ops/parse-args.ts'

const help = `Erases a person everywhere: rows, files, what waits to be sent, sessions, codes. It cannot be undone.

Usage: npm run -s ops -- erase --email X | --phone X | --id X [--yes]

${argsHelp}

  --yes      does it; without it nothing is changed, and what would go is shown

Standard output has a line for each table and one for the files: its name and how many went, separated by a tab. Of
mandates the personal columns are emptied; references, amounts and dates stay as store. What remains is a tombstone
without personal data, by which a restored backup is erased again, and an entry in the audit log.
`

export const eraseCommand: Command = {
  summary: 'erases a person everywhere, after showing what would go',
  help,
  async run(words) {
    const { asked, yes } = understand(words)
    await withDatabase((kept) => erase(kept, asked, yes))
  },
}

function understand(words: string[]): { asked: Asked; yes: boolean } {
  const options = { ...argOptions, yes: { type: 'boolean', default: false } } as const
  const { values, positionals } = understood('erase', words, options)
  if (positionals.length > 0) throw new UsageError(`erase takes options only, not «${positionals.join(' ')}»`)
  return { asked: argsOf('erase', values), yes: values.yes }
}

async function erase(kept: Kept, asked: Asked, yes: boolean): Promise<void> {
  const deps = { ...kept, clock: systemClock }
  const person = await personArg(deps, asked)
  await warn(deps, person)
  if (!yes) {
    write(await wouldErase(deps, person))
    process.stderr.write('Nothing was erased: this is what would go, --yes erases it\n')
    return
  }
  const { counts, filesLeft } = await erasePerson(deps, person, operatorActor(kept.cipher))
  write(counts)
  const left =
    filesLeft > 0 ? `; ${filesLeft} files are left, which a running server removes within the hour` : ''
  process.stderr.write(`Erased${left}\n`)
  await listBackups(kept)
}

function write(counts: Record<string, number>): void {
  const gone = Object.entries(counts).filter(([, count]) => count > 0)
  process.stdout.write(gone.map((line) => tabbed(line)).join(''))
  if (gone.length === 0) process.stderr.write('Nothing is kept of that person\n')
}

async function warn(deps: PrivacyDeps, person: Person): Promise<void> {
  const { mandates, agreements } = await standingOf(deps.db, person.rows)
  for (const id of mandates) {
    process.stderr.write(
      `The mandate of transaction ${id} stands: erasing does not end it, the gateway or the bank does\n`,
    )
  }
  if (agreements > 0) {
    process.stderr.write('They accepted an agreement: make sure that nothing requires you to keep it\n')
  }
  const more = Object.entries(await related(deps, person)).map(([table, count]) => `${count} ${table}`)
  if (more.length > 0) {
    process.stderr.write(
      `Under another e-mail or phone written there, and perhaps somebody else's: ${more.join(', ')}; not touched\n`,
    )
  }
}

/** Where backups are made, their keys' folder is told too: the database may be what is lost. */
async function listBackups({ config, db }: Kept): Promise<void> {
  if (config.backup.key) await lookAfterKeys(db, keyFolder(config), Date.now())
}
