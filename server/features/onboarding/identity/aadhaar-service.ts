import { sentJustNow, tooManyWrongCodes, wrongCode } from '#contract/messages/with-values.ts'
import type { AadhaarPerson, OtpState } from '#contract/schemas/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import { countUses, deleteUses, refundUses } from '#server/platform/limits/database-counters.ts'
import { hasProven, type Visitor, type VisitorData } from '#server/platform/sessions/visitor.ts'
import { type AadhaarPort, isOutage } from '#server/providers/aadhaar/port.ts'
import { attemptsOf, countSend, givenBack } from './budget-limits.ts'
import { type AadhaarLimits, attemptsLeft, attemptUses, isRefunded, limitMessage } from './code-limits.ts'
import {
  aadhaarErrors,
  type Consent,
  fieldError,
  refuseFor,
  type Refused,
  startErrors,
  submitErrors,
} from './rules.ts'

export interface AadhaarDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  aadhaar: AadhaarPort
  counters: Counters
  log: Log
  rules: AadhaarLimits
  wakeWorker(): void
}

type AadhaarCode = NonNullable<VisitorData['aadhaarCode']>
type Proof = NonNullable<VisitorData['aadhaar']>

export interface StartRequest {
  /** Held in memory and nowhere else. */
  number: string
  consent: Consent
  /** The caller's address, which the limits count. */
  address: string
  visitor: Visitor | undefined
}

/** Counts codes of a number; a session that verified it has a key of its own, so that nobody can lock its holder out. */
function attemptsKey(visitor: Visitor | undefined, index: string): string {
  return visitor?.data.aadhaar?.index === index ? `${index}|${visitor.id}` : index
}

/** Has the provider send a code to the mobile linked to a number. */
export async function startAadhaar(
  deps: AadhaarDeps,
  { number, consent, address, visitor }: StartRequest,
): Promise<{ ok: true; code: AadhaarCode; otp: OtpState } | Refused> {
  const { rules } = deps
  const now = deps.clock.now()
  const index = aadhaarIndex(deps.cipher, number)
  const last = visitor?.data.aadhaarCode
  if (last?.index === index && last.resendAt > now) return refuseFor(last.resendAt - now, sentJustNow)
  const attempts = await attemptsOf(deps, attemptUses('aadhaar', attemptsKey(visitor, index)), now)
  if (attempts.blockedUntil !== undefined) return refuseFor(attempts.blockedUntil - now, tooManyWrongCodes)
  const uses = [{ rule: rules.number, key: attemptsKey(visitor, index) }]
  const isKnown = visitor !== undefined && hasProven(visitor.data)
  const counting = await countSend(deps, { uses, address, isKnown }, now)
  if (!counting.allowed) return refuseFor(counting.endsAt - now, limitMessage(counting.refused))
  const started = await deps.aadhaar.startOtp(number)
  if (!started.ok) {
    const { failure } = started
    const refunded = counting.uses.filter(({ rule }) => isRefunded(rules, failure, rule))
    await refundUses(deps.db, refunded)
    return { ok: false, refused: startErrors[failure] }
  }
  deps.counters.codeSent('aadhaar')
  const { sessionRef, resendAfterSeconds: resendAfter, expiresAfterSeconds: expiresAfter } = started
  const resendAt = now + resendAfter * 1000
  const expiresAt = now + expiresAfter * 1000
  const given = givenBack(rules, counting.uses)
  const code = { sessionRef, index, lastFour: number.slice(-4), resendAt, expiresAt, consent, uses: given }
  return { ok: true, code, otp: { resendAfter, expiresAfter, triesLeft: attempts.left } }
}

/** Proves that the visitor holds the number that their code was sent for. */
export async function submitAadhaar(
  deps: AadhaarDeps,
  { visitor, clientId, otp }: { visitor: Visitor | undefined; clientId: string; otp: string },
): Promise<{ ok: true; proof: Proof; person: AadhaarPerson } | Refused> {
  const code = visitor?.data.aadhaarCode
  if (code?.sessionRef !== clientId) {
    const isDone = visitor?.data.aadhaar?.sessionRef === clientId
    return { ok: false, refused: isDone ? aadhaarErrors.alreadyVerified : aadhaarErrors.unknownCode }
  }
  const now = deps.clock.now()
  if (code.expiresAt <= now) return { ok: false, refused: submitErrors.code_expired }
  const attempt = attemptUses('aadhaar', attemptsKey(visitor, code.index))
  const counting = await countUses(deps, attempt, now)
  if (!counting.allowed) return refuseFor(counting.endsAt - now, tooManyWrongCodes)
  const submitted = await deps.aadhaar.submitOtp(clientId, otp)
  if (submitted.ok) {
    deps.counters.codeVerified('aadhaar')
    await deleteUses(deps, attempt)
    await refundUses(deps.db, code.uses)
    const { index, lastFour, consent } = code
    const person = { ...submitted.person, profile_image: '' }
    const proof = { sessionRef: clientId, index, lastFour, person, at: deps.clock.now(), consent }
    return { ok: true, proof, person: submitted.person }
  }
  const { failure } = submitted
  if (failure === 'wrong_code') {
    return { ok: false, refused: fieldError('otp', wrongCode(attemptsLeft(counting.uses))) }
  }
  // A code that nobody judged is no attempt.
  if (isOutage(failure) || failure === 'circuit_open') await refundUses(deps.db, counting.uses)
  return { ok: false, refused: submitErrors[failure] }
}

/** The state of the code that was sent last; null when none can be entered any more. */
export async function currentAadhaarCode(deps: AadhaarDeps, visitor: Visitor): Promise<OtpState | null> {
  const now = deps.clock.now()
  const code = visitor.data.aadhaarCode
  if (!code || code.expiresAt <= now) return null
  const attempts = await attemptsOf(deps, attemptUses('aadhaar', attemptsKey(visitor, code.index)), now)
  return {
    resendAfter: Math.max(0, Math.ceil((code.resendAt - now) / 1000)),
    expiresAfter: Math.floor((code.expiresAt - now) / 1000),
    triesLeft: attempts.left,
  }
}
