import { parseArgs, type ParseArgsConfig } from 'node:util'
import * as z from 'zod'
import { PHONE_DIGITS } from '#contract/fields.ts'
import { type PersonQuery, queryOf } from '#server/features/privacy/identities.ts'
import { type Person, personOf as findPersonOf, type PrivacyDeps } from '#server/features/privacy/person.ts'
import { OpsError, UsageError } from './command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

function parsed<Known extends Options>(command: string, args: string[], options: Known) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node's own sentence names the option; what follows it is advice about positionals.
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help lists the options`)
  }
}

/** The options of a command that takes nothing else; throws `UsageError` in one line. */
export function optionsOf<Known extends Options>(command: string, args: string[], options: Known) {
  const { values, positionals } = parsed(command, args, options)
  if (positionals.length === 0) return values
  throw new UsageError(`${command} takes options only, not «${positionals.join(' ')}»`)
}

/** The one argument of a command, with its options; throws `UsageError` that says it takes `what`. */
export function argumentOf<Known extends Options>(
  command: string,
  args: string[],
  { what, options }: { what: string; options: Known },
) {
  const { values, positionals } = parsed(command, args, options)
  const [argument, ...more] = positionals
  if (argument === undefined || more.length > 0) throw new UsageError(`${command} takes ${what}`)
  return { argument, values }
}

/** The options that name a person. */
export const personOptions = {
  email: { type: 'string' },
  phone: { type: 'string' },
  id: { type: 'string' },
} as const

export const personHelp = `  --email X  everything under this e-mail address
  --phone X  everything under this phone number of ten digits
  --id X     what has this reference (EN-, AP-, EX-) or this id (of an enquiry, an application or a transaction),
             and everything else under the e-mail and the phone in it

Of a registered person the e-mail, the phone and the Aadhaar number's index all count, whichever is given. In an enquiry
or an application anybody may write anything, so of those only what was asked for counts.`

/** Throws `UsageError` unless exactly one of them is given and is valid. */
export function personQuery(
  command: string,
  values: { [Name in keyof typeof personOptions]?: string | undefined },
): PersonQuery {
  const [by, ...more] = (['email', 'phone', 'id'] as const).filter((name) => values[name] !== undefined)
  if (!by || more.length > 0) throw new UsageError(`${command} needs one of --email X, --phone X, --id X`)
  const value = values[by] ?? ''
  const query = queryOf(by, value)
  if (query) return query
  const wanted = by === 'email' ? 'an e-mail address' : `a phone number of ${PHONE_DIGITS} digits`
  throw new UsageError(`--${by} «${value}» is not ${wanted}`)
}

/** The person whom a query names; throws `OpsError` for an id that no record has. */
export async function personOf(deps: PrivacyDeps, query: PersonQuery): Promise<Person> {
  const person = await findPersonOf(deps, query)
  if (!person) throw new OpsError('No record has that id')
  return person
}

const day = z.iso.date()
const instant = z.iso.datetime({ offset: true })

/** Milliseconds since 1970 of a day's start in India, or of an instant; 0 without a text. Throws `UsageError`. */
export function parseSince(text: string | undefined): number {
  if (text === undefined) return 0
  if (day.safeParse(text).success) return Date.parse(`${text}T00:00:00+05:30`)
  if (instant.safeParse(text).success) return Date.parse(text)
  throw new UsageError(
    `--since «${text}» is not a date: give a day such as 2026-11-20 (from its start in India), ` +
      'or an instant such as 2026-11-20T09:30:00+05:30',
  )
}
