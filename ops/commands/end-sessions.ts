import { systemClock } from '#server/platform/clock.ts'
import type { PersonQuery } from '#server/features/privacy/identities.ts'
import { endAllSessions, endSessionsWith } from '#server/platform/sessions/end-sessions.ts'
import { argOptions, argsHelp, argsOf, personArg, understood } from '#ops/args.ts'
import { type Command, note, UsageError } from '#ops/command.ts'
import { type Kept, withDatabase } from '#ops/database.ts'

const help = `Ends the sessions of a person, or of everybody: they must verify again.

Usage: npm run -s ops -- end-sessions --email X | --phone X | --id X | --all

${argsHelp}

  --all      the sessions of everybody, for example after a leak

Everything that was sent stays; verifications not yet used for a registration are lost.
`

export const endSessionsCommand: Command = {
  summary: 'ends the sessions of a person, or of everybody',
  help,
  async run(words) {
    const { all, ...values } = understand(words)
    if (all && Object.values(values).some((value) => value !== undefined)) {
      throw new UsageError('--all cannot be combined with other options')
    }
    const asked = all ? undefined : argsOf('end-sessions', values)
    const ended = await withDatabase((kept) => end(kept, asked))
    process.stderr.write(`${ended} sessions ended\n`)
  },
}

function understand(words: string[]) {
  const options = { ...argOptions, all: { type: 'boolean', default: false } } as const
  const { values, positionals } = understood('end-sessions', words, options)
  if (positionals.length > 0) throw new UsageError('end-sessions takes options only')
  return values
}

async function end(kept: Kept, asked: PersonQuery | undefined): Promise<number> {
  const person = asked && (await personArg({ ...kept, clock: systemClock }, asked))
  const of = person ? 'person' : 'all'
  await note(kept, { action: 'end_sessions', reference: person?.rows.executives[0] ?? null, detail: { of } })
  return person ? endSessionsWith(kept, person.rows.executives, person.sessions) : endAllSessions(kept.db)
}
