import * as z from 'zod/mini'
import { aadhaarNumber, executiveFields } from '#contract/fields/executive.ts'
import { noticeVersion, otp } from '#contract/fields/field.ts'
import { mandateStatus, typedDetails } from './mandates.ts'
import { consentVersions } from './notices.ts'

const consent = z.optional(z.enum(consentVersions))

const mobileNumber = executiveFields.phone.schema

/** The state of a sent code, in seconds from the answer, so that clocks need not agree. */
export const otpState = z.object({
  resendAfter: z.number(),
  expiresAfter: z.number(),
  triesLeft: z.number(),
})
export type OtpState = z.infer<typeof otpState>

export const generateAadhaarOtpRequest = z.object({
  aadhaar_number: aadhaarNumber,
  consent,
  notice: noticeVersion,
})
export const generateAadhaarOtpResponse = z.object({
  message: z.string(),
  data: z.object({ client_id: z.string() }),
  otp: otpState,
})

/** A person's data from the Aadhaar provider (specification section 3); '' if missing. */
export const aadhaarPerson = z.object({
  full_name: z.string(),
  /** YYYY-MM-DD, or empty. */
  dob: z.string(),
  gender: z.enum(['M', 'F', 'O', '']),
  /** Base64 without a prefix. */
  profile_image: z.string(),
  zip: z.string(),
  address: z.object({
    house: z.string(),
    street: z.string(),
    landmark: z.string(),
    dist: z.string(),
    state: z.string(),
    country: z.string(),
  }),
})
export type AadhaarPerson = z.infer<typeof aadhaarPerson>

export const verifyAadhaarOtpRequest = z.object({
  client_id: z.string().check(z.minLength(1), z.maxLength(200)),
  otp,
})
export const verifyAadhaarOtpResponse = z.object({
  message: z.string(),
  data: z.object({ client_id: z.string(), data: aadhaarPerson }),
})

export const generateMobileOtpRequest = z.object({
  phone: mobileNumber,
  consent,
  notice: noticeVersion,
})
export const generateMobileOtpResponse = z.object({ message: z.string(), otp: otpState })
export const verifyMobileOtpRequest = z.object({ phone: mobileNumber, otp })
export const verifyMobileOtpResponse = z.object({ message: z.string() })

const filledFields = ['name', 'dob', 'gender', 'address', 'city', 'state', 'country', 'pincode'] as const
export type FilledField = (typeof filledFields)[number]

/** Returns a verified person's values for the form, without those that are missing or invalid. */
export function filledFrom(person: AadhaarPerson): Partial<Record<FilledField, string>> {
  const { house, street, landmark, dist, state, country } = person.address
  const given: Record<FilledField, string> = {
    name: person.full_name,
    dob: person.dob,
    gender: person.gender,
    address: [house, street, landmark]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(', '),
    city: dist,
    state,
    country,
    pincode: person.zip,
  }
  const usable = filledFields.flatMap((field) => {
    const read = executiveFields[field].schema.safeParse(given[field])
    return read.success ? [[field, read.data] as const] : []
  })
  return Object.fromEntries(usable)
}

/** Returns a masked Aadhaar number. */
export function maskAadhaar(lastFour: string): string {
  return `XXXXXXXX${lastFour}`
}

/** The server's data about this visitor, for a page that was reloaded. */
export const onboardingSession = z.object({
  message: z.string(),
  data: z.object({
    step: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    /** The masked verified number and its holder. */
    aadhaar: z.nullable(z.object({ masked: z.string(), person: aadhaarPerson })),
    /** A code that was sent and not entered yet. */
    aadhaarOtp: z.nullable(z.object({ client_id: z.string(), masked: z.string(), otp: otpState })),
    /** A verified phone. */
    phone: z.nullable(z.string()),
    phoneOtp: z.nullable(z.object({ phone: z.string(), otp: otpState })),
    /** Typed text by field, for browsers that store nothing. */
    typed: z.record(z.string(), z.string()),
    /** The last mandate. Its account is included once the bank has accepted it, with a masked number. */
    mandate: z.nullable(
      z.object({
        transactionId: z.string(),
        consumerId: z.string(),
        status: mandateStatus,
        accountName: z.string(),
        accountNo: z.string(),
        ifscCode: z.string(),
        maxAmount: z.string(),
        debitStartDate: z.string(),
        debitEndDate: z.string(),
      }),
    ),
    registration: z.nullable(z.object({ _id: z.string(), agreement_url: z.string() })),
  }),
})
export type OnboardingSession = z.infer<typeof onboardingSession>['data']

/** A code for a link that was opened in a different browser (LINK_STEP_UP). */
export const linkOtpRequest = z.object({ id: z.string() })
export const linkOtpResponse = z.object({
  message: z.string(),
  /** The phone on record, masked. */
  data: z.object({ phone: z.string() }),
  otp: otpState,
})
export const verifyLinkOtpRequest = z.object({ id: z.string(), otp })
export const verifyLinkOtpResponse = z.object({ message: z.string() })

/** A registration to pause. Its link is mailed to this address. */
export const pauseRequest = z.object({ email: executiveFields.email.schema, typed: typedDetails })
export const pauseResponse = z.object({ message: z.string() })
