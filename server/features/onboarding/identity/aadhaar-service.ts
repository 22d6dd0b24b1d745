import { sentJustNow, tooManyWrongCodes, wrongCode } from '#contract/messages/identity.ts'
import type { AadhaarPerson, OtpState } from '#contract/schemas/identity.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  callerUses,
  countUses,
  deleteUses,
  refundUses,
} from '#server/platform/rate-limit/database-counters.ts'
import { aboutField, type Consent } from './rules.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { HttpError, RetryLater } from '#server/platform/http/http-errors.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import { type AadhaarPort, isOutage } from '#server/providers/aadhaar/port.ts'
import type { Visitor, VisitorData } from '#server/platform/sessions/visitor.ts'
import {
  type AadhaarRules,
  alreadyVerified,
  BUDGET_KEY,
  isGivenBack,
  limitWords,
  startRefusals,
  submitRefusals,
  unknownCode,
} from './aadhaar-rules.ts'
import { leftAfter, currentAttempts, attemptUses } from './attempts-store.ts'

export interface AadhaarDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  aadhaar: AadhaarPort
  counters: Counters
  rules: AadhaarRules
}

type AadhaarCode = NonNullable<VisitorData['aadhaarCode']>
type Proof = NonNullable<VisitorData['aadhaar']>
interface No {
  ok: false
  refused: HttpError | RetryLater
}

export interface StartRequest {
  /** Held in memory and nowhere else. */
  number: string
  consent: Consent
  /** Whom the limits count as one sender. */
  address: string
  visitor: Visitor | undefined
}

/**
 * What sends and attempts of a number are counted by. A session that verified the number before counts by itself, so that
 * nobody else can lock its holder out.
 */
function attemptsKey(visitor: Visitor | undefined, index: string): string {
  return visitor?.data.aadhaar?.index === index ? `${index}|${visitor.id}` : index
}

/** Has the provider send a code to the mobile linked to a number. */
export async function startAadhaar(
  deps: AadhaarDeps,
  { number, consent, address, visitor }: StartRequest,
): Promise<{ ok: true; code: AadhaarCode; otp: OtpState } | No> {
  const { rules } = deps
  const now = deps.clock.now()
  const index = aadhaarIndex(deps.cipher, number)
  const last = visitor?.data.aadhaarCode
  if (last?.index === index && last.resendAt > now) return forNow(sentJustNow, last.resendAt - now)
  const tries = await currentAttempts(deps, attemptsKey(visitor, index), now)
  if (tries.blockedUntil !== undefined) return forNow(tooManyWrongCodes, tries.blockedUntil - now)
  const uses = [
    { rule: rules.number, key: attemptsKey(visitor, index) },
    ...callerUses(rules.address, address),
    { rule: rules.budget, key: BUDGET_KEY },
  ]
  const counting = await countUses(deps, uses, now)
  if (!counting.allowed) {
    return forNow(limitWords(rules, counting.refused), counting.endsAt - now)
  }
  const started = await deps.aadhaar.startOtp(number, consent)
  if (!started.ok) {
    const { failure } = started
    const free = counting.uses.filter(({ rule }) => isGivenBack(rules, failure, rule))
    await refundUses(deps, free)
    return { ok: false, refused: startRefusals[failure] }
  }
  deps.counters.codeSent('aadhaar')
  const { sessionRef, resendAfterSeconds: resendAfter, expiresAfterSeconds: expiresAfter } = started
  const resendAt = now + resendAfter * 1000
  const expiresAt = now + expiresAfter * 1000
  const code = { sessionRef, index, lastFour: number.slice(-4), resendAt, expiresAt, consent }
  return { ok: true, code, otp: { resendAfter, expiresAfter, triesLeft: tries.left } }
}

/** Proves that the visitor holds the number that their code was sent for. */
export async function submitAadhaar(
  deps: AadhaarDeps,
  { visitor, clientId, otp }: { visitor: Visitor | undefined; clientId: string; otp: string },
): Promise<{ ok: true; proof: Proof; person: AadhaarPerson } | No> {
  const code = visitor?.data.aadhaarCode
  if (code?.sessionRef !== clientId) {
    const isDone = visitor?.data.aadhaar?.sessionRef === clientId
    return { ok: false, refused: isDone ? alreadyVerified : unknownCode }
  }
  const now = deps.clock.now()
  if (code.expiresAt <= now) return { ok: false, refused: submitRefusals.code_expired }
  const tried = attemptUses(attemptsKey(visitor, code.index))
  const counting = await countUses(deps, tried, now)
  if (!counting.allowed) return forNow(tooManyWrongCodes, counting.endsAt - now)
  const submitted = await deps.aadhaar.submitOtp(clientId, otp)
  if (submitted.ok) {
    deps.counters.codeVerified('aadhaar')
    await deleteUses(deps, tried)
    const { index, lastFour, consent } = code
    const person = { ...submitted.person, profile_image: '' }
    const proof = { sessionRef: clientId, index, lastFour, person, at: deps.clock.now(), consent }
    return { ok: true, proof, person: submitted.person }
  }
  const { failure } = submitted
  if (failure === 'wrong_code') {
    const [ofHour, ofDay] = counting.uses
    const left = leftAfter(ofHour?.count ?? 0, ofDay?.count ?? 0)
    return { ok: false, refused: aboutField('otp', wrongCode(left)) }
  }
  // A code that nobody judged is not a try.
  if (isOutage(failure) || failure === 'circuit_open') await refundUses(deps, counting.uses)
  return { ok: false, refused: submitRefusals[failure] }
}

/** How the code stands that was sent last; null when none can be entered any more. */
export async function standingAadhaarCode(deps: AadhaarDeps, visitor: Visitor): Promise<OtpState | null> {
  const now = deps.clock.now()
  const code = visitor.data.aadhaarCode
  if (!code || code.expiresAt <= now) return null
  const tries = await currentAttempts(deps, attemptsKey(visitor, code.index), now)
  return {
    resendAfter: Math.max(0, Math.ceil((code.resendAt - now) / 1000)),
    expiresAfter: Math.floor((code.expiresAt - now) / 1000),
    triesLeft: tries.left,
  }
}

function forNow(words: (seconds: number) => string, ms: number): No {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000))
  return { ok: false, refused: { retryAfterSeconds, message: words(retryAfterSeconds) } }
}
