import { guardMessages } from '#contract/messages/registrations.ts'
import { provenNumbers } from './numbers.ts'

export interface Stop {
  /** Where it is said, beside the toast. */
  at: 'aadhaar' | 'phone' | 'fields'
  message: string
}

/** What stops step 1, the first in the order of the specification (section 4); nothing when it may be left. */
export function stopOf(state: { aadhaar: boolean; phone: boolean; fields: boolean }): Stop | undefined {
  if (!state.aadhaar) return { at: 'aadhaar', message: provenNumbers.aadhaar.guard }
  if (!state.phone) return { at: 'phone', message: provenNumbers.phone.guard }
  return state.fields ? undefined : { at: 'fields', message: guardMessages.fields }
}
