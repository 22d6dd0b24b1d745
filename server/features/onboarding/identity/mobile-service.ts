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

/** Returns whether the SMS may have been sent despite the failure. */
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

/** What a code is for, and who asks for it. */
interface Asked {
  phone: string
  purpose: CodePurpose
  /** The id of the record or paused registration; empty for a registration. */
  about: string
  visitor: Visitor | undefined
  /** The caller's address. */
  address: string
}

interface SendRequest extends Asked {
  language: Language
  /** Whether the visitor has proven anything to us; other visitors share a part of the budget. */
  isKnown: boolean
  /** Makes sure that the visitor has a session before a code is sent; returns its id. */
  session(): Promise<string>
}

/** Returns a random code; all codes are equally likely, with leading zeros too. */
export function newCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/**
 * Returns what tries count by. Tries at a link's code count by its record, which only people with the link can name.
 * A session that verified the phone before counts for itself. If anybody may name the phone, each caller has a part
 * of the phone's tries; so does each caller who wants to restore a phone that somebody with the same link has
 * changed.
 */
function triesOf({ purpose, phone, about, visitor, address }: Asked): Use[] {
  if (purpose === 'take_back') return tryUses(purpose, { key: about, caller: callerOf(address) })
  if (purpose !== 'register' && purpose !== 'own_phone') return tryUses(purpose, { key: about })
  const own = ownSession(visitor, phone)
  if (own !== undefined) return tryUses(purpose, { key: `${phone}|${own}` })
  return tryUses(purpose, { key: phone, caller: purpose === 'own_phone' ? about : callerOf(address) })
}

/** Returns what sends count by: the same as tries, and the phone too if nobody proved the record's phone. */
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

/** Numbers of one area differ in this many last digits. */
const OWN_DIGITS = 4

/** Sends one of our codes to a phone; only its hash is stored. */
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

/** The id of a sent code, or why it was not sent. */
type Delivered = { id: string } | { failure: SmsFailure }

async function deliverOrRefund(app: App, request: SendRequest, taken: readonly Taken[]): Promise<Delivered> {
  try {
    const sent = await deliver(app, request, taken)
    // The visitor need not wait after a provider's fault. But an SMS that may have been sent may arrive, and is paid
    // for.
    if ('failure' in sent && !mayHaveLeft(sent.failure)) await giveBack(app.db, taken)
    return sent
  } catch (error) {
    await giveBack(app.db, taken)
    throw error
  }
}

/** Stores the code before the SMS is sent, so that every code that arrives is known. */
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
 * Checks a code and refuses a wrong one. Each check first uses up a try. Then `prove` writes what the code proves. In
 * its transaction it calls the function it is given, which compares and deletes the code in one statement and throws
 * if the code is wrong.
 */
export async function checkCode(
  app: App,
  asked: Asked & { code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const now = app.clock.now()
  // A visitor without a session was sent no code, so the check uses a session that nobody has.
  const given = { ...asked, sessionId: asked.visitor?.id ?? '' }
  // Guesses without a code of the visitor's own are not counted, so nobody can lock another person's phone.
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

/** The phone whose code confirms a link, or a change on the page that the link opens. */
interface LinkPhone extends Pick<Asked, 'phone' | 'about'> {
  purpose: Exclude<CodePurpose, 'register'>
}

/** Sends the code of a link. Only people with the link get here. `isKnown` says whether the phone was proven. */
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

export async function checkCodeOfLink(
  app: App,
  request: FastifyRequest,
  asked: LinkPhone & { code: string },
  prove: (claim: (trx: Db) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  return checkCode(app, { ...asked, address: request.ip, visitor: await app.sessions.read(request) }, prove)
}

/** Returns the state of the registration's newest code; null if none can be entered any more. */
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

/** How long a sent code is remembered after it expired; its hash is deleted at expiry. */
export const SENDS_KEPT_MS = 24 * 60 * 60_000

/** The least share of codes that should be entered; below it, codes serve another purpose (docs/security.md, T4). */
const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: 60 * 60_000 }

/** Warns if few of an hour's codes are entered: somebody may request SMS to cause cost (docs/security.md, T4). */
export async function watchProofs({ db, clock, log }: App): Promise<void> {
  const until = clock.now() - CODE_LIFE_MS
  const { sent, verified } = await countSends(db, { after: until - PROOF_SHARE.windowMs, until })
  if (sent < PROOF_SHARE.ofSends || verified >= sent * PROOF_SHARE.least) return
  log.error(
    { sent, verified },
    'few of the codes sent by SMS are entered: check whether somebody requests them to cause cost',
  )
}

/** Deletes codes, tries and counts that no limit needs any more; may be repeated. */
export async function forgetPassedCodes({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await deletePassed(db, { now, keptMs: SENDS_KEPT_MS })
  await deletePassedCounts(db, now)
}
