import { registrationFieldNames, type RegistrationFields } from '#contract/schemas/registrations.ts'
import type { Details } from '#web/features/onboarding/details.ts'
import type { Order } from './attempt.ts'
import type { Taken } from './mandate-state.ts'

export type RegistrationPayload = Record<keyof RegistrationFields, string>

/** What is sent with the photo (specification section 3); what nobody knows is empty. */
export function registrationPayload(
  details: Partial<Details>,
  order: Order,
  taken: Taken,
): RegistrationPayload {
  const known: Partial<Record<string, string | number>> = { ...details, ...order, ...taken }
  const pairs = registrationFieldNames.map((field) => [field, String(known[field] ?? '').trim()] as const)
  return Object.fromEntries(pairs) as RegistrationPayload
}

/** The fields that are empty, by their names in the payload: none may be (specification section 5). */
export function missingIn(payload: RegistrationPayload): string[] {
  return registrationFieldNames.filter((field) => payload[field] === '')
}
