import { todayInIndia } from '#contract/dates.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { api } from '#contract/paths.ts'
import {
  type Checkout,
  type MandateStatus,
  mandateStatuses,
  type MandateTokenRequest,
} from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { takenBy, withFailedMandate } from '#server/features/onboarding/person/store.ts'
import type { MandateRow } from '#server/platform/db/schema.ts'
import { type Refused, refused, refusedFields } from '#server/platform/http/http-errors.ts'
import { newId } from '#server/platform/ids.ts'
import { take } from '#server/platform/limits/database-counters.ts'
import type { Visitor } from '#server/platform/sessions/store.ts'
import { GIVE_UP_MS, nextPollMs, orderFaults } from './rules.ts'
import { askGateway, attachMandate, gatewayRefusal } from './service.ts'
import { isLive, REPEAT_MS } from './state-rules.ts'
import {
  decrypted,
  findMandate,
  insertEvent,
  insertMandate,
  lastAttemptNumber,
  type Mandate,
  mandateOfRecord,
  moveToSession,
  type NewMandate,
  openAttempts,
  type Owner,
} from './store.ts'

/** The transaction for the session; without a checkout if the bank has accepted it already. */
interface Issued {
  transactionId: string
  issued?: { token: string; checkout: Checkout }
}

/** The person that an attempt is made for, and whose earlier attempts count. */
interface Applicant extends Pick<NewMandate, 'sessionId' | 'holderIndex' | 'phone' | 'retryOf' | 'language'> {
  owner: Owner
}

/** Creates an attempt and its checkout; the attempt is on disk before anybody can pay with it. */
export async function issueToken(
  app: App,
  visitor: Visitor,
  request: MandateTokenRequest & { language: Language },
): Promise<Issued> {
  const applicant = await applicantOf(app, visitor, request)
  const { maxAmount } = app.config.mandate
  const now = app.clock.now()
  const errors = orderFaults(request, { maxAmount, now })
  if (errors.length > 0) throw refusedFields(errors)
  const key = applicant.retryOf ?? applicant.owner.holderIndex
  await take(app, [{ rule: 'mandate_tokens', key }])
  // Read before the earlier attempts, so that an attempt begun meanwhile in another window takes the next number
  // first.
  const last = await lastAttemptNumber(app.db, applicant.owner)
  await refuseLateSuccess(app, applicant)
  const accepted = await earlierSuccess(app, applicant)
  if (accepted) return { transactionId: await goOnWith(app, applicant, accepted) }
  const mandate = newMandate(app, applicant, request)
  await begin(app, { ...mandate, attemptNumber: last + 1 })
  return { transactionId: mandate.transactionId, issued: checkoutOf(app, mandate) }
}

function alreadyThere(message: Sentence): Refused {
  return refused('already_there', message)
}

async function begin({ db, cipher }: App, mandate: NewMandate): Promise<void> {
  const { id: mandateId, createdAt: at, transactionId } = mandate
  const isFresh = await db.transaction().execute(async (trx) => {
    const inserted = await insertMandate(trx, cipher, mandate)
    if (inserted) await insertEvent(trx, cipher, { mandateId, at, source: 'visitor', status: 'created' })
    return inserted
  })
  if (isFresh) return
  const known = await findMandate(db, cipher, { transactionId })
  throw alreadyThere(known ? 'mandateErrors.usedTransaction' : 'mandateErrors.otherWindow')
}

async function applicantOf(
  { db, cipher, recordLinks }: App,
  { id: sessionId, data }: Visitor,
  { id: token, language }: Pick<MandateTokenRequest, 'id'> & { language: Language },
): Promise<Applicant> {
  const recordId = token === undefined ? undefined : ((await recordLinks.find(token)) ?? '')
  const { aadhaar, phone: proven } = data
  const verified = aadhaar && proven ? { aadhaarIndex: aadhaar.index, phone: proven.phone } : undefined
  const registered = verified !== undefined && (await takenBy(db, cipher, verified)) !== undefined
  if (verified && !registered && recordId === undefined) {
    const { aadhaarIndex: holderIndex, phone } = verified
    return { sessionId, holderIndex, phone, retryOf: null, language, owner: { holderIndex } }
  }
  const ids = data.opened.filter((one) => recordId === undefined || one === recordId)
  const failed = await withFailedMandate(db, cipher, ids)
  // The record that was opened last.
  const record = failed.toSorted((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id)).at(0)
  if (!record) throw registered ? alreadyThere('registrationErrors.registered') : refused('unverified')
  const { phone, id: retryOf, aadhaarIndex: holderIndex } = record
  const owner = { retryOf, holderIndex }
  return { sessionId, holderIndex: null, phone, retryOf, language: record.language, owner }
}

/** Refuses another attempt if the record's mandate became live after it had failed. */
async function refuseLateSuccess(app: App, { retryOf }: Applicant): Promise<void> {
  const id = retryOf === null ? undefined : await mandateOfRecord(app.db, retryOf)
  const failed = id === undefined ? undefined : await findMandate(app.db, app.cipher, { id })
  if (!failed) return
  const asked = await askGateway(app, failed)
  if (!asked.ok) throw gatewayRefusal(asked.failure)
  if (isLive(asked.mandate.status)) throw refused('mandate_stands')
  // Live with other terms than were requested: staff check it, and no other is set up beside it.
  if (asked.altered) throw alreadyThere('mandateErrors.lookedInto')
}

/** Returns the earlier attempt that the bank accepted. The page may not know of it, and nobody should pay twice. */
async function earlierSuccess(app: App, applicant: Applicant): Promise<Mandate | undefined> {
  const { db, cipher, clock } = app
  const known = toVerify(await openAttempts(db, applicant.owner), clock.now())
  const attempts = known.map((row) => decrypted(cipher, row))
  const active = attempts.find(({ status }) => status === 'active')
  if (active) return active
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const few = attempts.slice(at, at + AT_ONCE)
    const asked = await Promise.all(few.map((mandate) => askGateway(app, mandate)))
    for (const one of asked) {
      if (!one.ok) throw gatewayRefusal(one.failure)
      if (one.altered) throw alreadyThere('mandateErrors.lookedInto')
      if (isLive(one.mandate.status)) return one.mandate
    }
  }
  return undefined
}

/** Questions to the gateway at a time, for one token. */
const AT_ONCE = 3

/** The attempts that are verified before another begins, and how many; failed ones may have succeeded late. */
const earlierAttempts: readonly { statuses: readonly MandateStatus[]; withinMs: number; count: number }[] = [
  { statuses: mandateStatuses, withinMs: REPEAT_MS, count: 5 },
  { statuses: ['created', 'opened', 'initiated', 'active'], withinMs: Infinity, count: 5 },
  { statuses: ['aborted'], withinMs: 24 * 60 * 60_000, count: 3 },
  { statuses: ['expired'], withinMs: 2 * GIVE_UP_MS, count: 2 },
]

/** Returns the attempts that must be verified before another begins, newest first. */
function toVerify<Attempt extends Pick<MandateRow, 'status' | 'created_at'>>(
  attempts: readonly Attempt[],
  now: number,
): Attempt[] {
  const wanted = earlierAttempts.flatMap(({ statuses, withinMs, count }) =>
    attempts
      .filter(({ status, created_at: at }) => statuses.includes(status) && now - at <= withinMs)
      .slice(0, count),
  )
  return [...new Set(wanted)]
}

/** Returns the accepted transaction for the visitor's session; refuses if the record has that mandate already. */
async function goOnWith(
  app: App,
  { sessionId, retryOf: executiveId }: Applicant,
  { id: mandateId, transactionId }: Mandate,
): Promise<string> {
  if (executiveId !== null) {
    await attachMandate(app, { mandateId, executiveId })
    throw refused('mandate_stands')
  }
  // The same person, verified again after the first session had ended.
  await moveToSession(app.db, mandateId, sessionId)
  return transactionId
}

function newMandate(
  { clock, config }: App,
  { sessionId, holderIndex, phone, retryOf, language }: Applicant,
  { transactionId, consumerId, accountName, accountNo, ifscCode, ...period }: MandateTokenRequest,
): Omit<NewMandate, 'attemptNumber'> {
  const now = clock.now()
  return {
    ...{ id: newId(), createdAt: now, sessionId, holderIndex, phone, retryOf, language },
    ...{ transactionId, consumerId, accountName, accountNo, ifscCode },
    maxAmount: String(config.mandate.maxAmount),
    debitStart: period.debitStartDate,
    debitEnd: period.debitEndDate,
    askedOn: todayInIndia(now),
    pollAt: now + nextPollMs(0),
  }
}

function checkoutOf(
  { gateway, config }: App,
  mandate: Omit<NewMandate, 'attemptNumber'>,
): { token: string; checkout: Checkout } {
  const { accountName, accountNo, ifscCode, transactionId, consumerId, maxAmount } = mandate
  return gateway.checkout({
    ...{ accountName, accountNo, ifscCode, transactionId, consumerId, maxAmount },
    debitStartDate: mandate.debitStart,
    debitEndDate: mandate.debitEnd,
    date: mandate.askedOn,
    returnUrl: config.publicUrl + api.gatewayReturn,
  })
}
