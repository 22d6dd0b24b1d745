import type * as z from 'zod/mini'
import * as fields from '#contract/fields.ts'
import { guardMessages } from '#contract/messages/registrations.ts'
import { plainDigits, plainPhone } from '#contract/fields.ts'
import type { Code } from '#web/features/onboarding/session-state.ts'
import type { AnswerWith } from '#web/lib/api.ts'
import {
  confirmAadhaarCode,
  confirmPhoneCode,
  sendAadhaarCode,
  sendPhoneCode,
  type Confirmed,
} from './calls.ts'

/** A number that is proved by a code sent for it. */
export interface ProvenNumber {
  field: 'aadhaar_no' | 'phone'
  fact: 'aadhaar' | 'phone'
  code: 'aadhaarCode' | 'phoneCode'
  schema: z.ZodMiniType<string>
  /** What stops the step while it is not proved. */
  guard: string
  plain(written: string): string
  send(number: string): Promise<AnswerWith<Code>>
  confirm(code: Code, otp: string): Promise<AnswerWith<Confirmed>>
}

/** In the order in which they must be proved. */
export const provenNumbers = {
  aadhaar: {
    field: 'aadhaar_no',
    fact: 'aadhaar',
    code: 'aadhaarCode',
    schema: fields.aadhaarNumber,
    guard: guardMessages.aadhaarFirst,
    plain: plainDigits,
    send: sendAadhaarCode,
    confirm: confirmAadhaarCode,
  },
  phone: {
    field: 'phone',
    fact: 'phone',
    code: 'phoneCode',
    schema: fields.mobileNumber,
    guard: guardMessages.phoneFirst,
    plain: plainPhone,
    send: sendPhoneCode,
    confirm: confirmPhoneCode,
  },
} as const satisfies Record<string, ProvenNumber>
