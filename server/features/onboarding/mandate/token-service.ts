import { todayInIndia } from '#contract/dates.ts'
import type { Language } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import type { Checkout, MandateTokenRequest } from '#contract/schemas/mandates.ts'
import { takenBy, withFailedMandate } from '#server/features/onboarding/registration/store.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import { newId } from '#server/platform/ids.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import { insertEvent } from './events-store.ts'
import { isLive, nextPollMs, toVerify } from './status-rules.ts'
import { lastAttemptNumber, mandateOfRecord, openAttempts, type Owner } from './mandate-holder-store.ts'
import { gatewayError } from './service.ts'
import { askGateway, attachMandate, type StatusDeps } from './status-service.ts'
import {
  decrypted,
  findMandate,
  insertMandate,
  type Mandate,
  moveToSession,
  type NewMandate,
} from './store.ts'
import { orderFaults } from './terms-rules.ts'
import type { Sentence } from '#contract/messages/sentences.ts'

export interface TokenDeps extends StatusDeps {
  /** `maxAmount`: rupees that a mandate allows at most. */
  config: { publicUrl: string; mandate: { maxAmount: number } }
  recordLinks: RecordLinks
}

type Issued =
  | { ok: true; token: string; checkout: Checkout; transactionId: string }
  /** `goOnWith`: the live attempt that the session is to continue. */
  | { ok: false; refused: HttpError; goOnWith?: string }
type Refused = Omit<Extract<Issued, { ok: false }>, 'ok'>

/** For whom an attempt is made, and whose earlier attempts count. */
interface Applicant extends Pick<NewMandate, 'sessionId' | 'holderIndex' | 'phone' | 'retryOf' | 'language'> {
  email: string
  owner: Owner
}

/** Creates a new attempt and its checkout; the attempt is on disk before anybody can pay with it. */
export async function issueToken(
  deps: TokenDeps,
  visitor: Visitor,
  request: MandateTokenRequest & { language: Language },
): Promise<Issued> {
  const applicant = await applicantOf(deps, visitor, request)
  if ('refused' in applicant) return { ok: false, ...applicant }
  const { maxAmount } = deps.config.mandate
  const errors = orderFaults(request, { maxAmount, now: deps.clock.now() })
  if (errors.length > 0) return { ok: false, refused: { code: 'invalid', errors } }
  // Read before the earlier attempts: one that begins meanwhile, in another window, takes the next number first.
  const last = await lastAttemptNumber(deps.db, applicant.owner)
  const earlier = (await lateSuccess(deps, applicant)) ?? (await earlierSuccess(deps, applicant))
  if (earlier) return { ok: false, ...earlier }
  const mandate = newMandate(deps, applicant, request)
  const taken = await begin(deps, { ...mandate, attemptNumber: last + 1 })
  if (taken) return { ok: false, refused: alreadyThere(taken) }
  const { transactionId } = mandate
  return { ok: true, transactionId, ...checkoutOf(deps, mandate, applicant.email) }
}

function alreadyThere(message: Sentence): HttpError {
  return { code: 'already_there', message }
}

/** Writes an attempt down; returns why that was not possible. */
async function begin({ db, cipher }: TokenDeps, mandate: NewMandate): Promise<Sentence | undefined> {
  const { id: mandateId, createdAt: at, transactionId } = mandate
  const isFresh = await db.transaction().execute(async (trx) => {
    const inserted = await insertMandate(trx, cipher, mandate)
    if (inserted) await insertEvent(trx, cipher, { mandateId, at, source: 'visitor', status: 'created' })
    return inserted
  })
  if (isFresh) return undefined
  const known = await findMandate(db, cipher, { transactionId })
  return known ? 'mandateErrors.usedTransaction' : 'mandateErrors.otherWindow'
}

async function applicantOf(
  { db, cipher, recordLinks }: TokenDeps,
  { id: sessionId, data }: Visitor,
  { id: token, language }: Pick<MandateTokenRequest, 'id'> & { language: Language },
): Promise<Applicant | Refused> {
  const recordId = token === undefined ? undefined : ((await recordLinks.find(token)) ?? '')
  const { aadhaar, phone: proven } = data
  const verified = aadhaar && proven ? { aadhaarIndex: aadhaar.index, phone: proven.phone } : undefined
  const registered = verified !== undefined && (await takenBy(db, cipher, verified)) !== undefined
  if (verified && !registered && recordId === undefined) {
    const { aadhaarIndex: holderIndex, phone } = verified
    return { sessionId, holderIndex, phone, email: '', retryOf: null, language, owner: { holderIndex } }
  }
  const ids = data.opened.filter((one) => recordId === undefined || one === recordId)
  const failed = await withFailedMandate(db, cipher, ids)
  // The one opened last.
  const record = failed.toSorted((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id)).at(0)
  if (record) {
    const { phone, email, id: retryOf, aadhaar_index: holderIndex } = record
    const owner = { retryOf, holderIndex }
    return { sessionId, holderIndex: null, phone, email, retryOf, language: record.language, owner }
  }
  return { refused: registered ? alreadyThere('registrationErrors.registered') : { code: 'unverified' } }
}

/** The refusal where the record's mandate became live after it had failed: then nothing needs repair. */
async function lateSuccess(deps: TokenDeps, { retryOf }: Applicant): Promise<Refused | undefined> {
  const id = retryOf === null ? undefined : await mandateOfRecord(deps.db, retryOf)
  const failed = id === undefined ? undefined : await findMandate(deps.db, deps.cipher, { id })
  if (!failed) return undefined
  const asked = await askGateway(deps, failed)
  if (!asked.ok) return { refused: gatewayError(asked.failure) }
  if (isLive(asked.mandate.status)) return { refused: alreadyThere('mandateMessages.notFailed') }
  // Live with other terms than were requested: staff look at it, and no other is set up beside it.
  return asked.altered ? { refused: alreadyThere('mandateErrors.lookedInto') } : undefined
}

/** The refusal where the bank accepted an earlier attempt, of which the page may know nothing: nobody is to pay twice. */
async function earlierSuccess(deps: TokenDeps, applicant: Applicant): Promise<Refused | undefined> {
  const { db, cipher, clock } = deps
  const known = toVerify(await openAttempts(db, applicant.owner), clock.now())
  const attempts = known.map((row) => decrypted(cipher, row))
  const active = attempts.find(({ status }) => status === 'active')
  if (active) return goOnWith(deps, applicant, active)
  const asked = await Promise.all(attempts.map((mandate) => askGateway(deps, mandate)))
  for (const one of asked) {
    if (!one.ok) return { refused: gatewayError(one.failure) }
    if (one.altered) return { refused: alreadyThere('mandateErrors.lookedInto') }
    if (isLive(one.mandate.status)) return goOnWith(deps, applicant, one.mandate)
  }
  return undefined
}

async function goOnWith(
  deps: TokenDeps,
  { sessionId, retryOf: executiveId }: Applicant,
  { id: mandateId, transactionId }: Mandate,
): Promise<Refused> {
  if (executiveId !== null) {
    await attachMandate(deps, { mandateId, executiveId })
    return { refused: alreadyThere('mandateMessages.notFailed') }
  }
  // The same person, verified again after the first session had ended.
  await moveToSession(deps.db, mandateId, sessionId)
  return { refused: alreadyThere('mandateErrors.inProgress'), goOnWith: transactionId }
}

function newMandate(
  { clock, config }: TokenDeps,
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
    askAt: now + nextPollMs(0),
  }
}

function checkoutOf(
  { gateway, config }: TokenDeps,
  mandate: Omit<NewMandate, 'attemptNumber'>,
  email: string,
): { token: string; checkout: Checkout } {
  const { accountName, accountNo, ifscCode, transactionId, consumerId, maxAmount, phone } = mandate
  return gateway.checkout({
    ...{ accountName, accountNo, ifscCode, transactionId, consumerId, maxAmount, phone, email },
    debitStartDate: mandate.debitStart,
    debitEndDate: mandate.debitEnd,
    date: mandate.askedOn,
    returnUrl: config.publicUrl + api.gatewayReturn,
  })
}
