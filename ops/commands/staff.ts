import { Refused } from '#server/platform/http/http-errors.ts'
import { defaultLanguage, counted } from '#contract/messages/languages.ts'
import { say } from '#server/platform/requested-language.ts'
import { staffRoles, invitePerson } from '#contract/schemas/staff-access.ts'
import { changePerson, enrolmentLink, inviteByTool } from '#server/features/staff/access/people-service.ts'
import { findByEmail, listPeople } from '#server/features/staff/access/people-store.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { type Command, OpsError, optionsOf, tabbed, UsageError } from '#ops/command.ts'
import { type OpsData, withDatabase } from '#ops/database.ts'

const emailHelp = '  --email X  of the person at the desk'

const helps = {
  invite: `Prints a link by which somebody enrols at the staff desk, alone on its line of standard output. It works once and for
30 minutes; hand it over yourself. Somebody with this e-mail already gets the role, is enabled, and gets another link:
the way back in for the last owner.

Usage: npm run -s ops -- staff invite --email X --name N --role ${staffRoles.join('|')}

${emailHelp}
  --name N   of the person, as others at the desk see it
  --role R   ${staffRoles.join(', ')}
`,
  list: `Lists the people of the staff desk.

Usage: npm run -s ops -- staff list

Standard output has one line per person, separated by tabs: e-mail, name, role, active or disabled, passkeys, sessions.
`,
  disable: `Disables somebody at the staff desk: they are signed out at once. The last owner cannot be disabled.

Usage: npm run -s ops -- staff disable --email X

${emailHelp}
`,
} as const
type Part = keyof typeof helps
const parts = Object.keys(helps) as Part[]

const help = `Lets people in and out of the staff desk.

Usage: npm run -s ops -- staff ${parts.join('|')} …

  invite   prints the enrolment link of a person
  list     lists the people with their roles
  disable  signs a person out and keeps them out

npm run -s ops -- staff PART --help explains one.
`

export const staffCommand: Command = {
  summary: 'invites people to the staff desk, lists and disables them',
  help,
  helpOf: ([part]) => (isPart(part) ? helps[part] : help),
  async run([part, ...rest]) {
    if (!isPart(part)) throw new UsageError(`staff takes one of ${parts.join(', ')}`)
    await runs[part](rest)
  },
}

function isPart(word: string | undefined): word is Part {
  return word !== undefined && Object.hasOwn(helps, word)
}

const text = { type: 'string' } as const

const runs: Record<Part, (args: string[]) => Promise<void>> = {
  async invite(args) {
    const given = optionsOf('staff invite', args, { email: text, name: text, role: text })
    const read = invitePerson.safeParse(given)
    if (!read.success) {
      const named = new Set(read.error.issues.map(({ path }) => `--${String(path[0])}`))
      throw new UsageError(
        `staff invite needs --email X --name N --role R; wrong or missing: ${[...named].join(', ')}`,
      )
    }
    await withDatabase(async (deps) => {
      const invited = await inviteByTool(deps, read.data, by(deps)).catch(failed)
      process.stdout.write(`${enrolmentLink(deps.config.publicUrl, invited.token)}\n`)
    })
    process.stderr.write('The link works once, for 30 minutes; hand it to this person alone\n')
  },
  async list(args) {
    optionsOf('staff list', args, {})
    const people = await withDatabase((deps) => listPeople(deps, deps.clock.now()))
    for (const { email, name, role, disabled_at, passkeys, sessions } of people) {
      const state = disabled_at === null ? 'active' : 'disabled'
      process.stdout.write(tabbed([email, name, role, state, passkeys, sessions]))
    }
    process.stderr.write(`${counted(people.length, 'person', 'people')}\n`)
  },
  async disable(args) {
    const { email } = optionsOf('staff disable', args, { email: text })
    if (email === undefined) throw new UsageError('staff disable needs --email X')
    await withDatabase(async (deps) => {
      const person = await findByEmail(deps, email)
      if (!person) throw new OpsError('Nobody at the desk has that e-mail')
      await changePerson(deps, { id: person.id, disabled: true }, by(deps)).catch(failed)
    })
    process.stderr.write('Disabled, and signed out\n')
  },
}

/** Throws what the desk would be refused with as an error of the command, and any other error as it is. */
function failed(error: unknown): never {
  if (!(error instanceof Refused)) throw error
  throw new OpsError(say(error.refusal.message ?? { text: 'Nothing was changed' }, defaultLanguage))
}

function by({ cipher }: OpsData) {
  return { actor: operatorActor(cipher) }
}
