import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyWrongCodes } from '#contract/messages/with-values.ts'
import type { Language } from '#contract/messages/languages.ts'
import { OTP_DIGITS } from '#contract/fields/field.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type HttpError, Refused } from '#server/platform/http/http-errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  type CountedUse,
  countUses,
  currentUse,
  deletePassedCounts,
  deleteUses,
  refundUses,
  type Use,
} from '#server/platform/limits/database-counters.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { ownSession } from '#server/platform/sessions/store.ts'
import type { SmsFailure, SmsTemplate } from '#server/providers/sms/port.ts'
import {
  claimCode,
  type CodeFor,
  codeHash,
  countSends,
  deletePassed,
  findCode,
  insertSend,
  isLive,
  markVerified,
  putCode,
  takeBackCode,
} from './code-store.ts'
import {
  attemptsOf,
  attemptUses,
  CODE_LIFE_MS,
  type CodePurpose,
  countSend,
  fieldError,
  givenBack,
  limitMessage,
  refuseFor,
  secondsIn,
  smsLimits,
  wrongCodeError,
} from './code-limits.ts'

const templates: Record<CodePurpose, SmsTemplate> = { register: 'mobile_code', link: 'link_code' }

/** Failures after which the SMS may have been sent nevertheless. */
function mayHaveLeft(failure: SmsFailure): boolean {
  return failure === 'timeout' || failure === 'rubbish'
}

const smsErrors: Record<SmsFailure, HttpError> = {
  unreachable: { code: 'unavailable', message: 'mobileMessages.unreachable' },
  circuit_open: { code: 'unavailable', message: 'mobileMessages.circuitOpen' },
  timeout: { code: 'provider_timeout', message: 'mobileMessages.timeout' },
  rubbish: { code: 'provider_failed', message: 'mobileMessages.rubbish' },
  not_allowed: { code: 'provider_failed', message: 'mobileMessages.notAllowed' },
  refused: fieldError('phone', 'mobileMessages.refused'),
}

export const mobileErrors = {
  expired: fieldError('otp', 'mobileMessages.expired'),
  noCode: fieldError('otp', 'mobileMessages.noCode'),
  alreadyVerified: { code: 'already_there', message: 'mobileMessages.alreadyVerified' },
} satisfies Record<string, HttpError>

interface SendRequest {
  phone: string
  purpose: CodePurpose
  language: Language
  /** The caller's address, which the limits count. */
  address: string
  /** The visitor's session where it verified this phone before. */
  own?: string | undefined
  /** Whether the visitor has proven anything to us: others share a part of the budget. */
  isKnown: boolean
  /** Makes sure that the visitor has a session, once a code may be sent; returns its id. */
  session(): Promise<string>
}

/** Every code is as likely as any other, also one that begins with zeros. */
export function newCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/** Sends a code of ours to a phone; only its hash is stored. */
export async function sendCode(app: App, request: SendRequest): Promise<OtpState | Refused> {
  const now = app.clock.now()
  const rules = smsLimits(app.config)
  const { phone, purpose, own } = request
  const attempts = await attemptsOf(app, phoneAttempts({ phone, purpose, own }), now)
  if (attempts.blockedUntil !== undefined) return refuseFor(attempts.blockedUntil - now, tooManyWrongCodes)
  const counting = await countSend(app, rules, { ...request, uses: phoneUses(rules, request) })
  if (!counting.allowed) return refuseFor(counting.endsAt - now, limitMessage(counting.refused))
  const failure = await deliverOrRefund(app, request, counting.uses)
  if (failure) return new Refused(smsErrors[failure])
  const waitsUntil = counting.uses.find(({ rule }) => rule.name === rules.cooldown.name)?.endsAt ?? now
  const [resendAfter, expiresAfter] = [secondsIn(waitsUntil - now), CODE_LIFE_MS / 1000]
  return { resendAfter, expiresAfter, triesLeft: attempts.left }
}

/** What attempts at a phone's codes count against; a session that verified it has a count of its own, so that nobody else can lock its holder out. */
function phoneAttempts({ phone, purpose, own }: Pick<SendRequest, 'phone' | 'purpose' | 'own'>) {
  return attemptUses(purpose, own === undefined ? phone : `${phone}|${own}`)
}

/** Last digits in which the numbers of one area differ. */
const OWN_DIGITS = 4

/**
 * What one SMS counts against for its number; `own` is the session that verified this phone before. Codes for a link count
 * separately: only who has the link can request them, so nobody else can lock its holder out.
 */
function phoneUses(
  limits: ReturnType<typeof smsLimits>,
  { phone, purpose, own }: { phone: string; purpose: CodePurpose; own?: string | undefined },
): Use[] {
  const ofPurpose = purpose === 'link' ? `link|${phone}` : phone
  const key = own === undefined ? ofPurpose : `${ofPurpose}|${own}`
  return [
    { rule: limits.cooldown, key },
    { rule: limits.hour, key },
    { rule: limits.day, key },
    { rule: limits.area, key: phone.slice(0, -OWN_DIGITS) },
  ]
}

async function deliverOrRefund(
  app: App,
  request: SendRequest,
  uses: readonly CountedUse[],
): Promise<SmsFailure | undefined> {
  try {
    const failure = await deliver(app, request, uses)
    // A provider's fault costs the visitor no wait; but an SMS that may have been sent may arrive, and is paid for.
    if (failure && !mayHaveLeft(failure)) await refundUses(app.db, uses)
    return failure
  } catch (error) {
    await refundUses(app.db, uses)
    throw error
  }
}

/** The code is on disk before the SMS is sent: one that arrives is never unknown. */
async function deliver(
  app: App,
  request: SendRequest,
  uses: readonly CountedUse[],
): Promise<SmsFailure | undefined> {
  const { phone, purpose, language } = request
  const now = app.clock.now()
  const whose = { sessionId: await request.session(), phone, purpose }
  const before = await findCode(app.db, app.cipher, whose)
  const code = newCode()
  const sendId = newId()
  const code_hash = codeHash(app.cipher, whose, code)
  await putCode(app.db, app.cipher, whose, { send_id: sendId, code_hash, expires_at: now + CODE_LIFE_MS })
  const template = templates[purpose]
  const sent = await app.sms.send({ id: sendId, phone, template, language, values: { code } })
  if (sent.sent || mayHaveLeft(sent.reason)) {
    await insertSend(app.db, { id: sendId, at: now, uses: givenBack(smsLimits(app.config), uses) })
    app.counters.codeSent(purpose)
  }
  if (sent.sent) return undefined
  if (!mayHaveLeft(sent.reason)) await takeBackCode(app.db, app.cipher, whose, { sendId, before })
  return sent.reason
}

class WrongCode extends Error {}

/**
 * Checks a code; undefined where it is right. An attempt is spent first. Then `prove` writes what the code proves, and calls the function it is given in
 * that transaction: it deletes the code in the statement that compares it, and throws where that is another.
 */
export async function checkCode(
  app: App,
  given: CodeFor & { code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<Refused | undefined> {
  const now = app.clock.now()
  // Without a code of this visitor's own nothing is counted: nobody can lock another's phone by guessing.
  const code = await findCode(app.db, app.cipher, given)
  if (!code) return new Refused(mobileErrors.noCode)
  if (!isLive(code, now)) return new Refused(mobileErrors.expired)
  const attempt = phoneAttempts({ ...given, own: given.isOwn ? given.sessionId : undefined })
  const spent = await countUses(app, attempt, now)
  if (!spent.allowed) return refuseFor(spent.endsAt - now, tooManyWrongCodes)
  try {
    await prove(async (trx) => {
      const sendId = await claimCode(trx, app.cipher, given, now)
      if (sendId === undefined) throw new WrongCode()
      await deleteUses(trx, app.cipher, attempt)
      await markVerified(trx, sendId, now)
    })
  } catch (error) {
    if (!(error instanceof WrongCode)) throw error
    return new Refused(wrongCodeError(spent.uses, now))
  }
  app.counters.codeVerified(given.purpose)
  return undefined
}

const link = 'link'

interface LinkPhone {
  phone: string
  language: Language
  /** Whether the phone was proven; others share a part of the budget. */
  isKnown: boolean
}

/** Sends the code of a link to a phone; only who has the link gets here. */
export async function sendCodeOfLink(
  app: App,
  reply: FastifyReply,
  { phone, language, isKnown }: LinkPhone,
): Promise<OtpState | Refused> {
  const { sessions } = app
  return sendCode(app, {
    ...{ phone, isKnown, purpose: link, address: reply.request.ip },
    language: writtenIn(language, reply.server.languages),
    own: ownSession(await sessions.read(reply.request), phone),
    session: async () => (await sessions.change(reply, (data) => data)).id,
  })
}

/** Checks the code of a link. A visitor without a session was sent none, and is checked against one that nobody has. */
export async function checkCodeOfLink(
  app: App,
  request: FastifyRequest,
  { phone, code }: { phone: string; code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<Refused | undefined> {
  const visitor = await app.sessions.read(request)
  const isOwn = ownSession(visitor, phone) !== undefined
  return checkCode(app, { sessionId: visitor?.id ?? '', phone, purpose: link, isOwn, code }, prove)
}

/** The state of the code that was sent last; null when none can be entered any more. */
export async function currentCode(app: App, whose: CodeFor): Promise<OtpState | null> {
  const now = app.clock.now()
  const code = await findCode(app.db, app.cipher, whose)
  if (!code || !isLive(code, now)) return null
  const { phone, purpose, sessionId, isOwn } = whose
  const own = isOwn ? sessionId : undefined
  const key = isOwn ? `${phone}|${sessionId}` : phone
  const waits = await currentUse(app.db, app.cipher, { rule: smsLimits(app.config).cooldown, key }, now)
  return {
    resendAfter: waits.count > 0 ? secondsIn(waits.endsAt - now) : 0,
    expiresAfter: Math.floor((code.expires_at - now) / 1000),
    triesLeft: (await attemptsOf(app, phoneAttempts({ phone, purpose, own }), now)).left,
  }
}

/** How long the sending of a code is remembered after it ended; its hash is deleted at once. */
export const SENDS_KEPT_MS = 24 * 60 * 60_000

/** The share of codes that are entered; below it somebody requests them for another reason (docs/security.md, T4). */
const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: 60 * 60_000 }

/** Warns when few of an hour's codes are entered, as when SMS are requested to cause cost (docs/security.md, T4). */
export async function watchProofs({ db, clock, log }: App): Promise<void> {
  const until = clock.now() - CODE_LIFE_MS
  const { sent, verified } = await countSends(db, { after: until - PROOF_SHARE.windowMs, until })
  if (sent < PROOF_SHARE.ofSends || verified >= sent * PROOF_SHARE.least) return
  log.error(
    { sent, verified },
    'few of the codes sent by SMS are entered: check whether somebody requests them to cause cost',
  )
}

/** Deletes codes, attempts and counts that no limit needs any more; safe to repeat. */
export async function forgetPassedCodes({ db, database, clock }: App): Promise<void> {
  const now = clock.now()
  await deletePassed(db, { now, keptMs: SENDS_KEPT_MS })
  await deletePassedCounts(db, { engine: database.engine, now })
}
