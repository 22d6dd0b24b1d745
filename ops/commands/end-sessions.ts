import { counted } from '#contract/messages/languages.ts'
import { endAllSessions, endSessionsWith } from '#server/platform/sessions/store.ts'
import { sessionsNamed } from '#server/features/privacy/named.ts'
import { optionsOf, personOptions, personQuery } from '#ops/args.ts'
import { audit, type Command, OpsError, UsageError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'

const help = `Ends the sessions of a person, or of everybody: they must verify again.

Usage: npm run -s ops -- end-sessions --email X | --phone X | --id X | --all

  --email X  of who registered with this e-mail address
  --phone X  of who registered with this phone, or typed it
  --id X     of the registration or the attempt at a mandate of this reference (EX-) or transaction

  --all      the sessions of everybody, for example after a leak

Everything that was sent stays; verifications not yet used for a registration are lost.
`

export const endSessionsCommand: Command = {
  summary: 'ends the sessions of a person, or of everybody',
  help,
  async run(args) {
    const options = { ...personOptions, all: { type: 'boolean', default: false } } as const
    const { all, ...values } = optionsOf('end-sessions', args, options)
    if (all && Object.values(values).some((value) => value !== undefined)) {
      throw new UsageError('--all cannot be combined with other options')
    }
    const query = all ? undefined : personQuery('end-sessions', values)
    const ended = await withDatabase(async (deps) => {
      const person = query && (await sessionsNamed(deps, query))
      if (query && !person) throw new OpsError('No record has that id')
      const detail = { of: person ? 'person' : 'all' }
      await audit(deps, { action: 'end_sessions', reference: person?.executives[0] ?? null, detail })
      return person ? endSessionsWith(deps, person.executives, person.sessions) : endAllSessions(deps.db)
    })
    process.stderr.write(`${counted(ended, 'session')} ended\n`)
  },
}
