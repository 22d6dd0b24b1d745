import * as z from 'zod'
import type { ProviderFailure, StartFailure, SubmitFailure } from './port.ts'

/** A refusal in the provider's words; `status` is the body's own where that of HTTP says nothing (wires 2.4). */
export interface Refusal {
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

type Words = [pattern: RegExp, failure: StartFailure]

/** Messages of this backend, as it or its resellers word them (wires 2.4). */
const startWords: Words[] = [
  [/already sent|wait for|after \d+ ?s/i, 'too_soon'],
  [/rate limit|limit exceeded|exceeded .*limit/i, 'limit'],
  [/upstream|server error/i, 'source_down'],
  [/suspended|cancelled/i, 'suspended'],
  [/\blocked\b/i, 'locked'],
  [/mobile/i, 'no_mobile'],
]

const submitWords: [pattern: RegExp, failure: SubmitFailure][] = [
  [/already (been )?(completed|used)/i, 'already_done'],
  [/attempts?\b.*exceeded|exceeded .*attempts?|too many .*attempts?/i, 'tries_spent'],
  [/expired/i, 'code_expired'],
  [/rate limit/i, 'source_down'],
  [/upstream|server error/i, 'source_down'],
]

/** Why no code was sent. */
export function startFailure(refusal: Refusal): StartFailure {
  const { status, message, code } = refusal
  const byWords = startWords.find(([pattern]) => pattern.test(message))?.[1]
  if (byWords) return byWords
  if (status === 429) return 'limit'
  const theirs = ofProvider(status)
  if (theirs) return theirs
  const said = flags.safeParse(refusal.data).data
  if (said?.if_number === false && said.valid_aadhaar) return 'no_mobile'
  return status === 422 || code === 'verification_failed' ? 'no_such_number' : 'rubbish'
}

/** Why a code proved nothing. */
export function submitFailure({ status, message, code }: Refusal): SubmitFailure {
  const byWords = submitWords.find(([pattern]) => pattern.test(message))?.[1]
  if (byWords) return byWords
  const theirs = status === 429 ? 'source_down' : ofProvider(status)
  if (theirs) return theirs
  // Without that code a 404 says that we call a wrong address.
  if (code === 'client_id_not_found' || (status === 404 && code === 'not_found')) return 'unknown_session'
  const aboutCode = status === 422 || code === 'verification_failed' || /\botp\b/i.test(message)
  return aboutCode ? 'wrong_code' : 'rubbish'
}

function ofProvider(status: number): ProviderFailure | undefined {
  if ([401, 402, 403].includes(status)) return 'not_allowed'
  return status >= 500 || status === 408 ? 'source_down' : undefined
}
