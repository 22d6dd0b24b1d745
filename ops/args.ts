import { PHONE_DIGITS } from '#contract/fields.ts'
import { type Asked, normalPhone } from '#server/features/privacy/identities.ts'
import { findPerson, type Person, type PrivacyDeps, seedsOf } from '#server/features/privacy/person.ts'
import { OpsError, UsageError } from './command.ts'

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
): Asked {
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
export async function personArg(deps: PrivacyDeps, asked: Asked): Promise<Person> {
  const seeds = await seedsOf(deps, asked)
  if (!seeds) throw new OpsError('There is nothing with that id')
  return findPerson(deps, seeds)
}
