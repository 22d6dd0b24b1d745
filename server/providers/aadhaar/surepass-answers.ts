import * as z from 'zod'
import type { ProviderFailure, StartFailure, SubmitFailure } from './port.ts'
import { isRealDate } from '#contract/dates.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { oneLine } from '#server/platform/visible-text.ts'

/** A refusal as the provider worded it. `status` comes from the body when HTTP says 200. */
export interface ErrorReply {
  status: number
  message: string
  code: string
  data: unknown
}

/** Surepass's answer to a request to send a code. */
export const flags = z.object({
  client_id: z.string().nullish(),
  otp_sent: z.boolean().nullish(),
  if_number: z.boolean().nullish(),
  valid_aadhaar: z.boolean().nullish(),
})

/** One kind of refusal. A row matches when all its columns do; `status` is that of `data`, '' when `data` has none. */
interface Row<Failure> {
  code?: string
  status?: string
  words?: RegExp
  failure: Failure
}

const FAILED = 'verification_failed'

/**
 * Refusals with status 422, and those within a 200. One code has several meanings, which the status in the data
 * distinguishes. Rows with `words` come from a reseller of this API, who publishes no codes. The flags of a refusal
 * are ignored: they are false because they are unset. The first matching row wins.
 */
const startRows: Row<StartFailure>[] = [
  { words: /already sent|wait for|after \d+ ?s/i, failure: 'too_soon' },
  { words: /rate limit|limit exceeded|exceeded .*limit/i, failure: 'limit' },
  { words: /upstream|server error/i, failure: 'source_down' },
  { words: /aadhaar.*(suspended|cancelled)/i, failure: 'suspended' },
  { words: /(uid|aadhaar).*\blocked\b/i, failure: 'locked' },
  { words: /(invalid|no) mobile|mobile .*not (linked|registered)/i, failure: 'no_mobile' },
  { code: FAILED, status: 'invalid_aadhaar', failure: 'no_such_number' },
]

const submitRows: Row<SubmitFailure>[] = [
  { words: /already (been )?(completed|used)/i, failure: 'already_done' },
  { words: /attempts?\b.*exceeded|exceeded .*attempts?|too many .*attempts?/i, failure: 'tries_spent' },
  { words: /rate limit|upstream|server error/i, failure: 'source_down' },
  { code: 'invalid_otp', failure: 'wrong_code' },
  { words: /expired/i, failure: 'code_expired' },
  { words: /\b(invalid|wrong|incorrect) otp\b/i, failure: 'wrong_code' },
  { code: FAILED, status: 'invalid_aadhaar', failure: 'wrong_code' },
  // Older replies have no status, and this call does nothing but check a code.
  { code: FAILED, status: '', failure: 'wrong_code' },
  { code: 'client_id_not_found', failure: 'unknown_session' },
]

export function startFailure(errorReply: ErrorReply): StartFailure {
  return (
    meaning(startRows, errorReply) ?? (errorReply.status === 429 ? 'limit' : ofProvider(errorReply.status))
  )
}

export function submitFailure(errorReply: ErrorReply): SubmitFailure {
  const { status, code } = errorReply
  const known = meaning(submitRows, errorReply)
  if (known) return known
  // A 404 without that code means that the address we call is wrong.
  if (status === 404 && code === 'not_found') return 'unknown_session'
  return ofProvider(status)
}

function meaning<Failure>(rows: Row<Failure>[], errorReply: ErrorReply): Failure | undefined {
  const said = saidBy(errorReply.data)
  // A code does not concern the visitor when the status says that the provider failed or refuses us.
  const isVisitors = ['unknown_refusal', 'rubbish'].includes(ofProvider(errorReply.status))
  return rows.find(
    ({ code = errorReply.code, status = said, words }) =>
      (words?.test(errorReply.message) ?? isVisitors) && code === errorReply.code && status === said,
  )?.failure
}

const withStatus = z.object({ status: z.string().nullish() })

function saidBy(data: unknown): string {
  return withStatus.safeParse(data).data?.status ?? ''
}

function ofProvider(status: number): ProviderFailure | 'unknown_refusal' {
  if ([401, 402, 403].includes(status)) return 'not_allowed'
  if (status >= 500 || [408, 429].includes(status)) return 'source_down'
  return status === 422 || status === 200 ? 'unknown_refusal' : 'rubbish'
}

/** Returns the provider's names for a refusal, for the operator to quote. Text that is not a name is left out. */
export function nameOf({ code, data }: ErrorReply): { messageCode: string; dataStatus: string } {
  return { messageCode: nameIn(code), dataStatus: nameIn(saidBy(data)) }
}

/** A number of four digits or more could be personal. */
function nameIn(text: string): string {
  return /^[\w.-]{0,60}$/.test(text) && !/\d{4}/.test(text) ? text : 'not a name'
}

const text = z
  .string()
  .max(500)
  .nullish()
  .transform((value) => oneLine(value ?? ''))

/** The fields of a verified person that we use. Aadhaar number, signed XML and archive are not read. */
const verified = z.object({
  status: z.literal('success_aadhaar'),
  full_name: text,
  dob: text,
  gender: text,
  zip: text,
  profile_image: z.string().nullish(),
  has_image: z.boolean().nullish(),
  address: z
    .object({ house: text, street: text, landmark: text, dist: text, state: text, country: text })
    .nullish(),
})

const noAddress = { house: '', street: '', landmark: '', dist: '', state: '', country: '' }
const genders: Record<string, AadhaarPerson['gender']> = { M: 'M', F: 'F', T: 'O', O: 'O' }

/** Returns the person, with '' for each value that is missing or unusable; undefined when the data is not a person. */
export function personFrom(data: unknown): AadhaarPerson | undefined {
  const read = verified.safeParse(data)
  if (!read.success) return undefined
  const { full_name, dob, gender, zip, address, profile_image, has_image } = read.data
  return {
    full_name,
    dob: isRealDate(dob) ? dob : '',
    gender: genders[gender.toUpperCase()] ?? '',
    zip,
    profile_image: has_image === false ? '' : photoIn(profile_image ?? ''),
    address: address ?? noAddress,
  }
}

/** Largest photo in characters of base64. Real photos have a few kilobytes. */
const PHOTO_MAX_CHARS = 1024 * 1024
const beginnings = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])]

/** Returns the base64 of a JPEG or PNG picture, otherwise ''. A person without a photo uploads one. */
function photoIn(given: string): string {
  const base64 = given.replace(/^data:image\/[a-z]+;base64,/, '').replace(/\s+/g, '')
  if (base64.length > PHOTO_MAX_CHARS) return ''
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) return ''
  return beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning)) ? base64 : ''
}
