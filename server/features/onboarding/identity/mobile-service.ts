import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/messages/languages.ts'
import { OTP_DIGITS } from '#contract/fields/field.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { callerOf } from '#server/platform/http/client-address.ts'
import { refused, type Refusal } from '#server/platform/http/http-errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  currentUse,
  deletePassedCounts,
  deleteUses,
  giveBack,
  type Taken,
  type Use,
} from '#server/platform/limits/database-counters.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import { ownSession, type Visitor } from '#server/platform/sessions/store.ts'
import type { SmsFailure, SmsTemplate } from '#server/providers/sms/port.ts'
import {
  claimCode,
  CODE_LIFE_MS,
  codeHash,
  type CodePurpose,
  countSends,
  deletePassed,
  findCode,
  insertSend,
  isLive,
  markVerified,
  putCode,
  takeBackCode,
} from './code-store.ts'
import { countSend, fieldError, givenBack, secondsIn, smsUses, wrongCodeError } from './code-limits.ts'
import { type Counted, countTry, firstTryUses, triesLeft, tryUses } from './try-limits.ts'

const templates: Record<CodePurpose, SmsTemplate> = {
  register: 'mobile_code',
  link: 'link_code',
  own_phone: 'number_code',
  take_back: 'number_code',
  resume: 'link_code',
}

/** Failures after which the SMS may have been sent nevertheless. */
function mayHaveLeft(failure: SmsFailure): boolean {
  return failure === 'timeout' || failure === 'rubbish'
}

const smsErrors: Record<SmsFailure, Refusal> = {
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
} satisfies Record<string, Refusal>

/** For what a code is, and who asks for it. */
interface Asked {
  phone: string
  purpose: CodePurpose
  /** The id of the record, or of the paused registration; empty for a registration. */
  about: string
  visitor: Visitor | undefined
  /** The caller's address. */
  address: string
}

interface SendRequest extends Asked {
  language: Language
  /** Whether the visitor has proven anything to us: others share a part of the budget. */
  isKnown: boolean
  /** Makes sure that the visitor has a session, once a code may be sent; returns its id. */
  session(): Promise<string>
}

/** Every code is as likely as any other, also one that begins with zeros. */
export function newCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/**
 * By what tries count: a link's by its record, which only who has the link can spend; a session that verified the phone
 * before for itself. Where anybody may name a phone, each caller has a part of what the phone has; so has each who would put
 * a phone back, of whom another with the same link has changed it.
 */
function triesOf({ purpose, phone, about, visitor, address }: Asked): Use[] {
  if (purpose === 'take_back') return tryUses(purpose, { key: about, caller: callerOf(address) })
  if (purpose !== 'register' && purpose !== 'own_phone') return tryUses(purpose, { key: about })
  const own = ownSession(visitor, phone)
  if (own !== undefined) return tryUses(purpose, { key: `${phone}|${own}` })
  return tryUses(purpose, { key: phone, caller: purpose === 'own_phone' ? about : callerOf(address) })
}

/** By what sends count: as tries do, but those of a record whose phone nobody proved count against the phone too. */
function sendsOf(asked: SendRequest): Use[] {
  const { purpose, phone, about, visitor, address, isKnown } = asked
  const own = ownSession(visitor, phone)
  const area = phone.slice(0, -OWN_DIGITS)
  const by = (counted: Counted) => smsUses({ ...counted, area })
  if (purpose === 'register')
    return by(own === undefined ? { key: phone, caller: callerOf(address) } : { key: `${phone}|${own}` })
  if (purpose === 'take_back') return by({ key: `${purpose}|${about}`, caller: callerOf(address) })
  const isOfRecord = isKnown && purpose !== 'own_phone'
  return by(isOfRecord ? { key: `${purpose}|${about}` } : { key: `${purpose}|${phone}`, caller: about })
}

/** Last digits in which the numbers of one area differ. */
const OWN_DIGITS = 4

/** Sends a code of ours to a phone; only its hash is stored. */
export async function sendCode(app: App, request: SendRequest): Promise<OtpState> {
  const now = app.clock.now()
  const tries = triesOf(request)
  const before = await findCode(app.db, app.cipher, { ...request, sessionId: request.visitor?.id ?? '' })
  const counted = before && { id: before.send_id, sentAt: before.expires_at - CODE_LIFE_MS }
  const firstTry = await firstTryUses(app, { tries, before: counted })
  const taken = await countSend(app, 'sms', { ...request, uses: [...sendsOf(request), ...firstTry] })
  const sent = await deliverOrRefund(app, request, taken)
  if ('failure' in sent) throw refused(smsErrors[sent.failure])
  const waitsUntil = taken.find(({ rule }) => rule === 'sms_cooldown')?.endsAt ?? now
  const [resendAfter, expiresAfter] = [secondsIn(waitsUntil - now), CODE_LIFE_MS / 1000]
  return { resendAfter, expiresAfter, triesLeft: await triesLeft(app, { id: sent.id, tries }) }
}

/** By which id a code was sent, or why it was not. */
type Delivered = { id: string } | { failure: SmsFailure }

async function deliverOrRefund(app: App, request: SendRequest, taken: readonly Taken[]): Promise<Delivered> {
  try {
    const sent = await deliver(app, request, taken)
    // A provider's fault costs the visitor no wait; but an SMS that may have been sent may arrive, and is paid for.
    if ('failure' in sent && !mayHaveLeft(sent.failure)) await giveBack(app.db, taken)
    return sent
  } catch (error) {
    await giveBack(app.db, taken)
    throw error
  }
}

/** The code is on disk before the SMS is sent: one that arrives is never unknown. */
async function deliver(app: App, request: SendRequest, taken: readonly Taken[]): Promise<Delivered> {
  const { phone, purpose, about, language } = request
  const now = app.clock.now()
  const whose = { sessionId: await request.session(), phone, purpose, about }
  const before = await findCode(app.db, app.cipher, whose)
  const code = newCode()
  const sendId = newId()
  const code_hash = codeHash(app.cipher, whose, code)
  await putCode(app.db, app.cipher, whose, { send_id: sendId, code_hash, expires_at: now + CODE_LIFE_MS })
  const template = templates[purpose]
  const sent = await app.sms.send({ id: sendId, phone, template, language, values: { code } })
  if (sent.sent || mayHaveLeft(sent.reason)) {
    await insertSend(app.db, { id: sendId, at: now, uses: givenBack('sms', taken) })
    app.counters.codeSent(purpose)
  }
  if (sent.sent) return { id: sendId }
  if (!mayHaveLeft(sent.reason)) await takeBackCode(app.db, app.cipher, whose, { sendId, before })
  return { failure: sent.reason }
}

class WrongCode extends Error {}

/**
 * Checks a code, and refuses a wrong one. An attempt is spent first. Then `prove` writes what the code proves, and in the same
 * transaction calls the function that it is given, which compares and deletes the code in one statement and throws where the
 * code is wrong.
 */
export async function checkCode(
  app: App,
  asked: Asked & { code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const now = app.clock.now()
  // A visitor without a session was sent no code, and is checked against one that nobody has.
  const given = { ...asked, sessionId: asked.visitor?.id ?? '' }
  // Without a code of this visitor's own nothing is counted: nobody can lock another's phone by guessing.
  const code = await findCode(app.db, app.cipher, given)
  if (!code) throw refused(mobileErrors.noCode)
  if (!isLive(code, now)) throw refused(mobileErrors.expired)
  const tries = triesOf(asked)
  await countTry(app, { id: code.send_id, tries })
  try {
    await prove(async (trx) => {
      const sendId = await claimCode(trx, app.cipher, given, now)
      if (sendId === undefined) throw new WrongCode()
      await deleteUses(trx, app.cipher, tries)
      await markVerified(trx, sendId, now)
    })
  } catch (error) {
    if (!(error instanceof WrongCode)) throw error
    throw refused(await wrongCodeError(app, { id: code.send_id, tries }))
  }
  app.counters.codeVerified(asked.purpose)
}

/** A phone that a link, or a change on the page that a link opens, is confirmed by. */
interface LinkPhone extends Pick<Asked, 'phone' | 'about'> {
  purpose: Exclude<CodePurpose, 'register'>
}

/** Sends the code of a link to a phone; only who has the link gets here. `isKnown` is whether the phone was proven. */
export async function sendCodeOfLink(
  app: App,
  reply: FastifyReply,
  { language, ...asked }: LinkPhone & { language: Language; isKnown: boolean },
): Promise<OtpState> {
  const { sessions } = app
  return sendCode(app, {
    ...{ ...asked, address: reply.request.ip, visitor: await sessions.read(reply.request) },
    language: writtenIn(language, reply.server.languages),
    session: async () => (await sessions.change(reply, (data) => data)).id,
  })
}

/** Checks the code of a link. */
export async function checkCodeOfLink(
  app: App,
  request: FastifyRequest,
  asked: LinkPhone & { code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  return checkCode(app, { ...asked, address: request.ip, visitor: await app.sessions.read(request) }, prove)
}

/** The state of the registration's code that was sent last; null when none can be entered any more. */
export async function currentCode(
  app: App,
  { visitor, ...of }: { visitor: Visitor; phone: string; address: string },
): Promise<OtpState | null> {
  const now = app.clock.now()
  const asked = { ...of, visitor, purpose: 'register', about: '' } as const
  const code = await findCode(app.db, app.cipher, { ...asked, sessionId: visitor.id })
  if (!code || !isLive(code, now)) return null
  const tries = triesOf(asked)
  const own = ownSession(visitor, of.phone)
  const key = own === undefined ? of.phone : `${of.phone}|${own}`
  const waits = await currentUse(app, { rule: 'sms_cooldown', key })
  return {
    resendAfter: waits.count > 0 ? secondsIn(waits.endsAt - now) : 0,
    expiresAfter: Math.floor((code.expires_at - now) / 1000),
    triesLeft: await triesLeft(app, { id: code.send_id, tries }),
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
export async function forgetPassedCodes({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await deletePassed(db, { now, keptMs: SENDS_KEPT_MS })
  await deletePassedCounts(db, now)
}
