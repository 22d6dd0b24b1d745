import { parseArgs, type ParseArgsConfig } from 'node:util'
import * as z from 'zod'
import { PHONE_DIGITS } from '#contract/fields/field.ts'
import { privacyWords } from '#contract/messages/staff-privacy.ts'
import { sameReason } from '#contract/messages/staff-record.ts'
import { type PersonQuery, queryOf } from '#server/features/privacy/identities.ts'
import { namedBy, personWith } from '#server/features/privacy/named.ts'
import type { Person, PrivacyDeps } from '#server/features/privacy/person.ts'
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

export const personHelp = `  --id X     the record of this reference (EN-, AP-, EX-), this transaction or this id, and no other; of a
             registration with its mandates and its agreement
  --email X  no record by itself: lists those with this e-mail address
  --phone X  no record by itself: lists those with this phone number of ten digits`

export const addOption = { add: { type: 'string', multiple: true } } as const

export const addHelp = `  --add REF  includes a related record too; may be given several times. Which records share an e-mail or a phone is
             listed. In an enquiry or an application anybody may write anything, so look at each before you add it. A
             registration is not added by a phone or an e-mail that no code verified: name it by its own reference.`

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

/**
 * The person of the record that a query names and of those added; lists on standard error what is related and not included.
 * Throws `OpsError` where no record has the id, or none is included.
 */
export async function personOf(
  deps: PrivacyDeps,
  query: PersonQuery,
  added: readonly string[] = [],
): Promise<Person> {
  const named = await namedBy(deps, query)
  if (!named) throw new OpsError('No record has that id')
  const person = await personWith(deps, named, added)
  if (!person) throw new OpsError('--add takes references of related records that may be added')
  for (const record of named.related) {
    if (person.references.includes(record.reference)) continue
    const how = record.canAdd ? '' : `. ${privacyWords.ownReference}`
    process.stderr.write(`Related, not included: ${record.reference} (${sameReason(record)})${how}\n`)
  }
  if (person.references.length === 0)
    throw new OpsError('No record is included: name one with --id, or --add')
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
