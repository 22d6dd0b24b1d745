import { noSendsNow, sentJustNow } from '#contract/messages/with-values.ts'
import type { AadhaarPerson, OtpState } from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { deleteUses, giveBack, type Use } from '#server/platform/limits/database-counters.ts'
import { type Consent, hasProven, type Visitor, type VisitorData } from '#server/platform/sessions/store.ts'
import { callerOf } from '#server/platform/http/client-address.ts'
import { refused, retryLater, type Refusal } from '#server/platform/http/http-errors.ts'
import {
  isOutage,
  type ProviderFailure,
  type StartFailure,
  type SubmitFailure,
} from '#server/providers/aadhaar/port.ts'
import { aadhaarUses, countSend, fieldError, givenBack, secondsIn, wrongCodeError } from './code-limits.ts'
import { type Counted, countTry, firstTryUses, isOfTry, triesLeft, tryUses } from './try-limits.ts'

const providerErrors: Record<ProviderFailure, Refusal> = {
  source_down: { code: 'unavailable', message: 'aadhaarMessages.sourceDown' },
  timeout: { code: 'provider_timeout', message: 'aadhaarMessages.timeout' },
  unreachable: { code: 'unavailable', message: 'aadhaarMessages.unreachable' },
  rubbish: { code: 'provider_failed', message: 'aadhaarMessages.rubbish' },
  not_allowed: { code: 'provider_failed', message: 'aadhaarMessages.notAllowed' },
  circuit_open: { code: 'unavailable', message: 'aadhaarMessages.circuitOpen' },
}

/** Seconds until the provider may send again, used if its answer does not say. */
const WAIT_SECONDS = { tooSoon: 60, limit: 600 }
const number = 'aadhaar_number'

/** The answers if the provider sent no code. */
export const startErrors: Record<StartFailure, Refusal> = {
  ...providerErrors,
  no_mobile: fieldError(number, 'aadhaarMessages.noMobile'),
  no_such_number: fieldError(number, 'aadhaarMessages.noSuchNumber'),
  suspended: fieldError(number, 'aadhaarMessages.suspended'),
  locked: fieldError(number, 'aadhaarMessages.locked'),
  unknown_refusal: { code: 'provider_failed', message: 'aadhaarMessages.notSent' },
  too_soon: {
    code: 'rate_limited',
    waitSeconds: WAIT_SECONDS.tooSoon,
    message: sentJustNow(WAIT_SECONDS.tooSoon),
  },
  limit: { code: 'rate_limited', waitSeconds: WAIT_SECONDS.limit, message: noSendsNow(WAIT_SECONDS.limit) },
}

/** The answers if the provider did not accept a code. */
export const submitErrors: Record<Exclude<SubmitFailure, 'wrong_code'>, Refusal> = {
  ...providerErrors,
  code_expired: fieldError('otp', 'aadhaarMessages.expired'),
  tries_spent: fieldError('otp', 'aadhaarMessages.triesSpent'),
  unknown_session: fieldError('otp', 'aadhaarMessages.expired'),
  already_done: fieldError('otp', 'aadhaarMessages.alreadyUsed'),
  unknown_refusal: { code: 'provider_failed', message: 'aadhaarMessages.notJudged' },
}

const aadhaarErrors = {
  alreadyVerified: { code: 'already_there', message: 'aadhaarMessages.alreadyVerified' },
  /** The code belongs to nobody or to another visitor; both get the same answer. */
  unknownCode: { code: 'not_found', message: 'aadhaarMessages.unknownCode' },
} satisfies Record<string, Refusal>

type AadhaarCode = NonNullable<VisitorData['aadhaarCode']>
type Proof = NonNullable<VisitorData['aadhaar']>

interface StartRequest {
  /** Kept in memory only. */
  number: string
  consent: Consent
  /** The caller's address, which the limits count. */
  address: string
  visitor: Visitor | undefined
}

/** A session that verified the number has limits of its own, so nobody else can lock its holder out. */
function countedFor(
  visitor: Visitor | undefined,
  { index, address }: { index: string; address: string },
): Counted {
  if (visitor?.data.aadhaar?.index === index) return { key: `${index}|${visitor.id}` }
  return { key: index, caller: callerOf(address) }
}

/** Failures after which no code was sent and the answer said nothing about the number. */
const free: StartFailure[] = ['source_down', 'unreachable', 'not_allowed', 'circuit_open']
/** Failures by which the provider says that it was asked for too many codes. */
const refusedSends: StartFailure[] = ['too_soon', 'limit']

/** Returns whether a use is refunded after a failed send. The address is charged for what reached the provider. */
function isRefunded(failure: StartFailure, { rule }: Pick<Use, 'rule'>): boolean {
  const isOfNumber = rule === 'aadhaar_hour' || rule === 'aadhaar_all_hour'
  return isOfTry({ rule }) || free.includes(failure) || (isOfNumber && refusedSends.includes(failure))
}

/** Has the provider send a code to the mobile linked to the number. */
export async function startAadhaar(
  app: App,
  { number, consent, address, visitor }: StartRequest,
): Promise<{ code: AadhaarCode; otp: OtpState }> {
  const now = app.clock.now()
  const index = aadhaarIndex(app.cipher, number)
  const last = visitor?.data.aadhaarCode
  if (last?.index === index && last.resendAt > now) {
    const seconds = secondsIn(last.resendAt - now)
    throw retryLater(seconds, sentJustNow(seconds))
  }
  const counted = countedFor(visitor, { index, address })
  const tries = tryUses('aadhaar', counted)
  const before = last?.index === index ? { id: last.sessionRef, sentAt: last.sentAt } : undefined
  const uses = [...aadhaarUses(counted), ...(await firstTryUses(app, { tries, before }))]
  const isKnown = visitor !== undefined && hasProven(visitor.data)
  const taken = await countSend(app, 'aadhaar', { uses, address, isKnown })
  const started = await app.aadhaar.startOtp(number)
  if (!started.ok) {
    const { failure } = started
    await giveBack(
      app.db,
      taken.filter((use) => isRefunded(failure, use)),
    )
    throw refused(startErrors[failure])
  }
  app.counters.codeSent('aadhaar')
  const { sessionRef, resendAfterSeconds: resendAfter, expiresAfterSeconds: expiresAfter } = started
  const resendAt = now + resendAfter * 1000
  const expiresAt = now + expiresAfter * 1000
  const given = givenBack('aadhaar', taken)
  const lastFour = number.slice(-4)
  const code = { sessionRef, index, lastFour, sentAt: now, resendAt, expiresAt, consent, uses: given }
  const left = await triesLeft(app, { id: sessionRef, tries })
  return { code, otp: { resendAfter, expiresAfter, triesLeft: left } }
}

/** Checks the code; a right one proves that the visitor holds the number. */
export async function submitAadhaar(
  app: App,
  {
    visitor,
    clientId,
    otp,
    address,
  }: { visitor: Visitor | undefined; clientId: string; otp: string; address: string },
): Promise<{ proof: Proof; person: AadhaarPerson }> {
  const code = visitor?.data.aadhaarCode
  if (code?.sessionRef !== clientId) {
    const isDone = visitor?.data.aadhaar?.sessionRef === clientId
    throw refused(isDone ? aadhaarErrors.alreadyVerified : aadhaarErrors.unknownCode)
  }
  const now = app.clock.now()
  if (code.expiresAt <= now) throw refused(submitErrors.code_expired)
  const { index } = code
  const tries = tryUses('aadhaar', countedFor(visitor, { index, address }))
  const taken = await countTry(app, { id: clientId, tries })
  const submitted = await app.aadhaar.submitOtp(clientId, otp)
  if (submitted.ok) {
    app.counters.codeVerified('aadhaar')
    await deleteUses(app.db, app.cipher, tries)
    await giveBack(app.db, code.uses)
    const { lastFour, consent } = code
    const person = { ...submitted.person, profile_image: '' }
    const proof = { sessionRef: clientId, index, lastFour, person, at: app.clock.now(), consent }
    return { proof, person: submitted.person }
  }
  const { failure } = submitted
  if (failure === 'wrong_code') {
    throw refused(await wrongCodeError(app, { id: clientId, tries }))
  }
  // A code that the provider did not judge does not count as an attempt.
  if (isOutage(failure) || failure === 'circuit_open') await giveBack(app.db, taken)
  throw refused(submitErrors[failure])
}

/** Returns the state of the newest code; null if none can be entered any more. */
export async function currentAadhaarCode(
  app: App,
  visitor: Visitor,
  address: string,
): Promise<OtpState | null> {
  const now = app.clock.now()
  const code = visitor.data.aadhaarCode
  if (!code || code.expiresAt <= now) return null
  const { index, sessionRef: id } = code
  const tries = tryUses('aadhaar', countedFor(visitor, { index, address }))
  return {
    resendAfter: Math.max(0, Math.ceil((code.resendAt - now) / 1000)),
    expiresAfter: Math.floor((code.expiresAt - now) / 1000),
    triesLeft: await triesLeft(app, { id, tries }),
  }
}
