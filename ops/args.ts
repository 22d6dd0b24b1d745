import { PHONE_DIGITS } from '#contract/fields.ts'
import { type PersonQuery, normalPhone } from '#server/features/privacy/identities.ts'
import { findPerson, type Person, type PrivacyDeps, seedsOf } from '#server/features/privacy/person.ts'
import { OpsError, UsageError } from './command.ts'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import * as z from 'zod'

/** How a command is told whom it is about. */
export const argOptions = {
  email: { type: 'string' },
  phone: { type: 'string' },
  id: { type: 'string' },
} as const

export const argsHelp = `  --email X  everything under this e-mail address
  --phone X  everything under this phone number of ten digits
  --id X     what has this id (of an enquiry, an application or a transaction) or this reference (of a registration),
             and everything else under the e-mail and the phone in it

Of a registered person the e-mail, the phone and the Aadhaar number's index all count, whichever is given. In an enquiry
or an application anybody may write anything, so of those only what was asked for counts.`

/** Throws `UsageError` unless exactly one of them is given, and could be one. */
export function argsOf(
  command: string,
  values: { email?: string | undefined; phone?: string | undefined; id?: string | undefined },
): PersonQuery {
  const { email, phone, id } = values
  const given = [email, phone, id].filter((value) => value !== undefined)
  if (given.length !== 1) throw new UsageError(`${command} needs one of --email X, --phone X, --id X`)
  if (email !== undefined) {
    if (!email.includes('@')) throw new UsageError(`--email «${email}» is not an e-mail address`)
    return { email }
  }
  if (phone !== undefined) {
    if (!new RegExp(`^[0-9]{${PHONE_DIGITS}}$`).test(normalPhone(phone))) {
      throw new UsageError(`--phone «${phone}» is not a phone number of ${PHONE_DIGITS} digits`)
    }
    return { phone }
  }
  return { id: id ?? '' }
}

/** Whoever it is about; throws `OpsError` for an id that nothing has. */
export async function personArg(deps: PrivacyDeps, asked: PersonQuery): Promise<Person> {
  const seeds = await seedsOf(deps, asked)
  if (!seeds) throw new OpsError('No record has that id')
  return findPerson(deps, seeds)
}

/** The options and the other words given to a command; throws `UsageError` in one line for what it does not know. */
export function understood<Options extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  words: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    // Node's own sentence names the option; what follows it is advice about positionals.
    const [sentence] = String((error as Error).message).split('. ')
    throw new UsageError(`${sentence}; npm run -s ops -- ${command} --help lists the options`)
  }
}

/** What a terminal obeys, or a reader does not see. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const unseenButLines = /(?!\r\n|[\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Each as `\u001b`, which is how JSON itself writes it. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Text whose lines and tabs stay, and what else a terminal would obey is written out. */
export function visible(text: string): string {
  return text.replaceAll(unseenButLines, escaped)
}

/** A line of values separated by tabs; what a visitor wrote may hold anything, and a tab or a line end would break it. */
export function tabbed(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => String(value ?? '').replaceAll(unseen, escaped)).join('\t')}\n`
}

const day = z.iso.date()
const instant = z.iso.datetime({ offset: true })

/** Milliseconds since 1970 of a day's start in India, or of an instant; throws `UsageError` for anything else. */
export function parseSince(text: string): number {
  if (day.safeParse(text).success) return Date.parse(`${text}T00:00:00+05:30`)
  if (instant.safeParse(text).success) return Date.parse(text)
  throw new UsageError(
    `--since «${text}» is not a date: give a day such as 2026-11-20 (from its start in India), ` +
      'or an instant such as 2026-11-20T09:30:00+05:30',
  )
}
