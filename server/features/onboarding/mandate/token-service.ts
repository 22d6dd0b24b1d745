import { todayInIndia } from '#contract/dates.ts'
import { mandateErrors, mandateMessages } from '#contract/messages/mandates.ts'
import { registrationErrors } from '#contract/messages/registrations.ts'
import type { Checkout, MandateTokenRequest } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { newId } from '#server/platform/ids.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import { attachMandate, askGateway } from './status-service.ts'
import { earlierAttempts, gatewayError, nextAskMs, orderFaults, isLive } from './rules.ts'
import type { MandateDeps } from './service.ts'
import { insertEvent } from './events-store.ts'
import {
  findMandate,
  insertMandate,
  lastAttemptNumber,
  type Mandate,
  mandateOfRecord,
  moveToSession,
  type NewMandate,
  openAttempts,
  type Whose,
} from './store.ts'

export type Issued =
  | { ok: true; token: string; checkout: Checkout; transactionId: string }
  /** `goOnWith`: the try that stands already, which the session is to go on with. */
  | { ok: false; refused: HttpError; goOnWith?: string }

/** For whom a try is made, and whose tries before it count. */
interface Owner {
  holderIndex: string | null
  phone: string
  email: string
  retryOf: string | null
  whose: Whose
}

/** Makes the checkout of a new try; the try is on disk before anybody can pay with it. */
export async function issueToken(
  deps: MandateDeps,
  asker: Visitor,
  request: MandateTokenRequest,
): Promise<Issued> {
  const recordId = request.id === undefined ? undefined : ((await deps.recordLinks.find(request.id)) ?? '')
  const owner = await ownerOf(deps, asker, recordId)
  if ('refused' in owner) return { ok: false, ...owner }
  const errors = orderFaults(request, { maxAmount: deps.maxAmount, now: deps.clock.now() })
  if (errors.length > 0) return { ok: false, refused: { code: 'invalid', errors } }
  // Read before the look at earlier tries: one that is begun meanwhile, in another window, takes the next number first.
  const last = await lastAttemptNumber(deps.db, owner.whose)
  const earlier = (await lateSuccess(deps, owner)) ?? (await earlierAttempt(deps, asker, owner))
  if (earlier) return { ok: false, ...earlier }
  const mandate = newMandate(deps, { asker, owner, request, number: last + 1 })
  const taken = await begin(deps, mandate)
  if (taken) return { ok: false, refused: { code: 'already_there', message: taken } }
  return { ok: true, transactionId: mandate.transaction_id, ...checkoutOf(deps, { mandate, owner, request }) }
}

/** Writes a try down; why that could not be, or nothing. */
async function begin({ db, cipher, clock }: MandateDeps, mandate: NewMandate): Promise<string | undefined> {
  const isFresh = await db.transaction().execute(async (trx) => {
    const inserted = await insertMandate(trx, cipher, mandate)
    const begun = { mandateId: mandate.id, at: clock.now(), source: 'visitor', status: 'created' } as const
    if (inserted) await insertEvent(trx, cipher, begun)
    return inserted
  })
  if (isFresh) return undefined
  const known = await findMandate(db, cipher, { transaction_id: mandate.transaction_id })
  return known ? mandateErrors.usedTransaction : mandateErrors.otherWindow
}

async function ownerOf(
  { records }: MandateDeps,
  { data }: Visitor,
  recordId: string | undefined,
): Promise<Owner | { refused: HttpError }> {
  const { aadhaar, phone } = data
  const verified = aadhaar && phone ? { aadhaarIndex: aadhaar.index, phone: phone.phone } : undefined
  const registered = verified !== undefined && (await records.isRegistered(verified))
  if (verified && !registered && recordId === undefined) {
    const holderIndex = verified.aadhaarIndex
    return { holderIndex, phone: verified.phone, email: '', retryOf: null, whose: { holderIndex } }
  }
  const opened = data.opened.filter((one) => recordId === undefined || one === recordId)
  const failed = await records.failedAmong(opened)
  if (failed) {
    const { phone, email, id: retryOf, aadhaar_index: holderIndex } = failed
    return { holderIndex: null, phone, email, retryOf, whose: { retryOf, holderIndex } }
  }
  if (registered) return { refused: { code: 'already_there', message: registrationErrors.registered } }
  return { refused: { code: 'unverified' } }
}

/** The refusal when the mandate that a record has came to stand after it had failed: then there is nothing to mend. */
async function lateSuccess(
  deps: MandateDeps,
  { retryOf }: Owner,
): Promise<{ refused: HttpError } | undefined> {
  const id = retryOf === null ? undefined : await mandateOfRecord(deps.db, retryOf)
  const failed = id === undefined ? undefined : await findMandate(deps.db, deps.cipher, { id })
  if (!failed) return undefined
  const asked = await askGateway(deps, failed)
  if (!asked.ok) return { refused: gatewayError(asked.failure) }
  if (isLive(asked.mandate.status)) {
    return { refused: { code: 'already_there', message: mandateMessages.notFailed } }
  }
  // Live, though on other terms than were asked for: staff see to it, and no other is set up beside it.
  return asked.altered ? { refused: { code: 'already_there', message: mandateErrors.lookedInto } } : undefined
}

/** The refusal when the bank took up an earlier try, of which the page may know nothing: nobody is to pay twice. */
async function earlierAttempt(
  deps: MandateDeps,
  asker: Visitor,
  owner: Owner,
): Promise<{ refused: HttpError; goOnWith?: string } | undefined> {
  const { db, cipher, clock } = deps
  const looks = earlierAttempts.map(({ withinMs, ...wanted }) =>
    openAttempts(db, cipher, { ...wanted, whose: owner.whose, since: Math.max(0, clock.now() - withinMs) }),
  )
  const found = (await Promise.all(looks)).flat()
  const tries = [...new Map(found.map((mandate) => [mandate.id, mandate])).values()]
  const known = tries.find(({ status }) => status === 'active')
  if (known) return goOn(deps, { asker, owner }, known)
  const asked = await Promise.all(tries.map((mandate) => askGateway(deps, mandate)))
  for (const one of asked) {
    if (!one.ok) return { refused: gatewayError(one.failure) }
    if (one.altered) return { refused: { code: 'already_there', message: mandateErrors.lookedInto } }
    if (isLive(one.mandate.status)) return goOn(deps, { asker, owner }, one.mandate)
  }
  return undefined
}

async function goOn(
  deps: MandateDeps,
  { asker, owner }: { asker: Visitor; owner: Owner },
  mandate: Mandate,
): Promise<{ refused: HttpError; goOnWith?: string }> {
  if (owner.retryOf !== null) {
    await attachMandate(deps, mandate, owner.retryOf)
    return { refused: { code: 'already_there', message: mandateMessages.notFailed } }
  }
  // The same person, verified again after the first session had ended.
  await moveToSession(deps.db, mandate.id, asker.id)
  const refused: HttpError = { code: 'already_there', message: mandateErrors.underWay }
  return { refused, goOnWith: mandate.transaction_id }
}

interface Order {
  owner: Owner
  request: MandateTokenRequest
}

function newMandate(
  { clock, maxAmount }: MandateDeps,
  { asker, owner, request, number }: Order & { asker: Visitor; number: number },
): NewMandate {
  const now = clock.now()
  return {
    id: newId(),
    created_at: now,
    transaction_id: request.transactionId,
    consumer_id: request.consumerId,
    try_number: number,
    session_id: asker.id,
    holder_index: owner.holderIndex,
    phone: owner.phone,
    retry_of: owner.retryOf,
    account_name: request.accountName,
    account_no: request.accountNo,
    ifsc_code: request.ifscCode,
    max_amount: String(maxAmount),
    debit_start: request.debitStartDate,
    debit_end: request.debitEndDate,
    asked_on: todayInIndia(now),
    ask_at: now + nextAskMs(0),
  }
}

function checkoutOf(
  { gateway, publicUrl }: MandateDeps,
  { mandate, owner, request }: Order & { mandate: NewMandate },
): { token: string; checkout: Checkout } {
  const { accountName, accountNo, ifscCode, transactionId, consumerId } = request
  return gateway.checkout({
    ...{ accountName, accountNo, ifscCode, transactionId, consumerId },
    maxAmount: mandate.max_amount,
    debitStartDate: mandate.debit_start,
    debitEndDate: mandate.debit_end,
    date: mandate.asked_on,
    phone: owner.phone,
    email: owner.email,
    returnUrl: publicUrl + api.gatewayReturn,
  })
}
