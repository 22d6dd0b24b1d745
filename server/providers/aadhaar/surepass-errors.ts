import * as z from 'zod'
import type { ProviderFailure, StartFailure, SubmitFailure } from './port.ts'

/** A refusal in the provider's words; `status` is the body's own where that of HTTP says nothing (wires 2.4). */
export interface ErrorReply {
  status: number
  message: string
  code: string
  data: unknown
}

/** What the provider says of a number it was asked to send a code for (wires 2.2). */
export const flags = z.object({
  client_id: z.string().nullish(),
  otp_sent: z.boolean().nullish(),
  if_number: z.boolean().nullish(),
  valid_aadhaar: z.boolean().nullish(),
})

/** What a refusal means: every column that a row has must fit; `status` is that of the data, empty where they have none. */
interface Row<Failure> {
  code?: string
  status?: string
  words?: RegExp
  failure: Failure
}

const FAILED = 'verification_failed'

/**
 * The 422s of both calls, and what comes within a 200. A code has several meanings, told apart by the data's status
 * (wires 1.0); the rows with words are those that a reseller of this backend publishes, without codes (wires 2.4).
 * Flags say nothing here: in a refusal they are false because they are empty. The first row that fits counts.
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
  // Older replies have no status, and to judge a code is all that this call does.
  { code: FAILED, status: '', failure: 'wrong_code' },
  { code: 'client_id_not_found', failure: 'unknown_session' },
]

/** Why no code was sent. */
export function startFailure(errorReply: ErrorReply): StartFailure {
  return (
    meaning(startRows, errorReply) ?? (errorReply.status === 429 ? 'limit' : ofProvider(errorReply.status))
  )
}

/** Why a code proved nothing. */
export function submitFailure(errorReply: ErrorReply): SubmitFailure {
  const { status, code } = errorReply
  const known = meaning(submitRows, errorReply)
  if (known) return known
  // Without that code a 404 says that we call a wrong address.
  if (status === 404 && code === 'not_found') return 'unknown_session'
  return ofProvider(status)
}

function meaning<Failure>(rows: Row<Failure>[], errorReply: ErrorReply): Failure | undefined {
  const said = saidBy(errorReply.data)
  // A code that comes with a fault of theirs, or a refusal of us, is not about the visitor.
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

/** The names by which an operator can ask the provider about a refusal; what looks like no name is left out. */
export function nameOf({ code, data }: ErrorReply): { messageCode: string; dataStatus: string } {
  return { messageCode: nameIn(code), dataStatus: nameIn(saidBy(data)) }
}

/** A longer number within may be somebody's. */
function nameIn(text: string): string {
  return /^[\w.-]{0,60}$/.test(text) && !/\d{4}/.test(text) ? text : 'not a name'
}
