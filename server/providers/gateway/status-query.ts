import { dayMonthYear } from '#contract/dates.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { postJson } from '#server/platform/http-client/provider-call.ts'
import type { GatewayAnswer, GatewayFailure } from './port.ts'
import { codes, fullCode, given, plainRupees, readMeta, stateOf } from './signed-messages.ts'
import * as z from 'zod/mini'

/** Identifies a transaction. The gateway finds it only on its day. */
export interface Question {
  transactionId: string
  consumerId: string
  /** YYYY-MM-DD */
  date: string
}

type Enquired = { ok: true; reply: Reply } | { ok: false; failure: GatewayFailure }

/** Asks for the payment of a transaction by our id: «offline verification» in the vendor's kits. */
function paymentQuestion(merchantId: string, { transactionId, date }: Question) {
  return {
    merchant: { identifier: merchantId },
    transaction: {
      deviceIdentifier: 'S',
      currency: 'INR',
      identifier: transactionId,
      dateTime: dayMonthYear(date),
      requestType: 'O',
    },
  }
}

/** Asks for the mandate itself: «mandate verification» in the vendor's kits. */
function mandateQuestion(merchantId: string, { transactionId, consumerId, date }: Question) {
  return {
    merchant: { identifier: merchantId },
    payment: { instruction: {} },
    transaction: {
      deviceIdentifier: 'S',
      type: '002',
      currency: 'INR',
      identifier: transactionId,
      dateTime: dayMonthYear(date),
      subType: '002',
      requestType: 'TSI',
    },
    consumer: { identifier: consumerId },
  }
}

function blank(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** Asks the gateway to end a mandate: «mandate deactivation» in the vendor's kits, with the same empty fields. */
function endRequest(
  merchantId: string,
  { transactionId, mandateRegNo }: { transactionId: string; mandateRegNo: string },
) {
  return {
    merchant: { identifier: merchantId },
    cart: { ...blank('reference', 'identifier', 'description', 'Amount'), item: [] },
    payment: {
      method: blank('token', 'type'),
      instrument: blank('identifier', 'token', 'type', 'subType', 'action'),
      instruction: blank('amount', 'frequency', 'type', 'action', 'limit', 'identifier', 'endDateTime'),
    },
    transaction: {
      ...blank('amount', 'dateTime', 'securityToken', 'reference', 'isRegistration'),
      deviceIdentifier: 'S',
      type: '002',
      currency: 'INR',
      identifier: transactionId,
      token: mandateRegNo,
      subType: '005',
      requestType: 'TSI',
    },
    consumer: blank('mobileNumber', 'emailID', 'identifier', 'accountNo'),
  }
}

/** Returns whether a reply answers this query. A reply that states an outcome has to name the transaction. */
function isAbout(reply: Reply, asked: Pick<Reply, 'merchantId' | 'transactionId'>): boolean {
  const isOurs = reply.merchantId === '' || reply.merchantId === asked.merchantId
  const isUnnamed = reply.transactionId === '' && saysNothing(reply)
  return isOurs && (isUnnamed || reply.transactionId === asked.transactionId)
}

/** Calls the gateway's status API. It needs the merchant id and no secret. */
export function createEnquiries({ url, merchantId, log }: { url: string; merchantId: string; log: Log }) {
  async function send(
    about: string,
    { transactionId, body }: { transactionId: string; body: object },
    limitMs: number,
  ): Promise<Enquired> {
    const posted = await postJson({ url, body, limitMs })
    if (!posted.ok && posted.failure !== 'rubbish') return { ok: false, failure: posted.failure }
    const { status, received } = posted
    // The gateway refuses with status 200 too, so any other status comes from something else.
    const reply = posted.ok && status === 200 ? readReply(posted.body) : undefined
    if (reply && isAbout(reply, { merchantId, transactionId })) return { ok: true, reply }
    log.warn({ about, status, ...received }, 'a reply of the gateway cannot be read')
    // A status of 2xx comes from the gateway; any other from a server in front of a gateway that is down.
    return { ok: false, failure: status >= 200 && status < 300 ? 'unreadable' : 'rubbish' }
  }
  const asking =
    <Asked extends { transactionId: string }>(about: string, build: (id: string, asked: Asked) => object) =>
    (asked: Asked, limitMs: number) =>
      send(about, { transactionId: asked.transactionId, body: build(merchantId, asked) }, limitMs)
  return {
    payment: asking('payment', paymentQuestion),
    mandate: asking('mandate', mandateQuestion),
    end: asking('end', endRequest),
  }
}

/** An absent value is null, an empty text or missing; codes are sometimes numbers. */
const text = z.catch(z.pipe(z.union([z.string(), z.number()]), z.transform(spoken)), '')

/** The text `null` means an absent value too. */
function spoken(value: string | number): string {
  const words = String(value).trim()
  return words === 'null' ? '' : words
}

const nothing = { code: '', desc: '' }
const transaction = z.object({
  amount: text,
  bankReferenceIdentifier: text,
  errorMessage: text,
  identifier: text,
  statusCode: text,
  statusMessage: text,
})

/** The parts of a reply that we read. */
const envelope = z.object({
  merchantCode: text,
  merchantTransactionIdentifier: text,
  merchantAdditionalDetails: text,
  paymentMethod: z.object({
    token: text,
    instrumentToken: text,
    paymentTransaction: transaction,
    error: z.catch(z.object({ code: text, desc: text }), nothing),
  }),
})

/** The gateway's reply in our names. An absent value is ''. */
export type Reply = NonNullable<ReturnType<typeof readReply>>

function readReply(body: unknown) {
  const read = envelope.safeParse(body)
  if (!read.success) return undefined
  const { merchantCode, merchantTransactionIdentifier, merchantAdditionalDetails, paymentMethod } = read.data
  const { paymentTransaction: paid, error, token, instrumentToken } = paymentMethod
  return {
    merchantId: merchantCode,
    transactionId: merchantTransactionIdentifier,
    code: fullCode(paid.statusCode),
    message: paid.statusMessage,
    reason: error.desc || paid.errorMessage,
    /** The mandate's registration number; only in replies about mandates. */
    token,
    accountNo: instrumentToken,
    umrn: paid.bankReferenceIdentifier,
    gatewayId: paid.identifier,
    amount: plainRupees(paid.amount) ?? '',
    meta: readMeta(merchantAdditionalDetails),
  }
}

/** The gateway's replies about the payment and the mandate of one transaction. */
export interface GatewayStatus {
  payment: Reply
  mandate: Reply
}

/** Returns whether the gateway knows no such payment on that day and reports nothing about the mandate. */
export function isUnknown({ payment, mandate }: GatewayStatus): boolean {
  return payment.code === codes.notFound && saysNothing(mandate)
}

/** Returns whether a reply states no outcome. */
function saysNothing(reply: Reply): boolean {
  return stateOf(reply.code) === 'unknown' && !isRejected(reply)
}

/**
 * Combines both replies. The mandate's reply counts most: only that can make a mandate active. A successful payment
 * means only that the bank accepted the order; a failed or aborted one means that no mandate will follow.
 */
export function verdict(transactionId: string, { payment, mandate }: GatewayStatus): GatewayAnswer {
  const { state, source, code } = decide(payment, mandate)
  const reason = state === 'failed' ? source.reason || payment.reason : source.reason
  return {
    transactionId,
    state,
    code,
    message: source.message,
    ...given({
      reason,
      gatewayId: payment.gatewayId || mandate.gatewayId,
      mandateRegNo: mandate.token,
      umrn: mandate.umrn || payment.meta.umrn,
      amount: payment.amount,
    }),
    ...registered(payment, mandate),
  }
}

interface Decided {
  state: GatewayAnswer['state']
  /** The reply whose message is reported. */
  source: Reply
  code: string
}

function decide(payment: Reply, mandate: Reply): Decided {
  const ofMandate = stateOfMandate(mandate)
  const ofPayment = stateOf(payment.code)
  if (ofMandate === 'active') return { state: 'active', source: mandate, code: mandate.code }
  for (const state of ['failed', 'aborted'] as const) {
    if (ofMandate === state) return { state, source: mandate, code: codeOf(mandate) }
    if (ofPayment === state) return { state, source: payment, code: payment.code }
  }
  if (ofMandate === 'initiated') return { state: 'initiated', source: mandate, code: notYet(mandate.code) }
  // A paid order is not a registered mandate yet.
  if (ofPayment === 'initiated' || ofPayment === 'active') {
    return { state: 'initiated', source: payment, code: notYet(payment.code) }
  }
  return { state: 'unknown', source: payment, code: payment.code }
}

/** An active mandate has a number; a success without one is still pending. */
function stateOfMandate(mandate: Reply): GatewayAnswer['state'] {
  if (isRejected(mandate)) return 'failed'
  const state = stateOf(mandate.code)
  return state === 'active' && !mandate.token && !mandate.umrn ? 'initiated' : state
}

/** The only recorded refusal of a mandate is worded like this and has no documented code. */
function isRejected({ message, reason }: Reply): boolean {
  return /\brejected\b/i.test(`${message} ${reason}`)
}

/** Returns the code of a pending mandate when the reply reports the success of something else. */
function notYet(code: string): string {
  return code === codes.success ? codes.initiated : code
}

function codeOf(mandate: Reply): string {
  return stateOf(mandate.code) === 'unknown' ? codes.refused : mandate.code
}

function registered(payment: Reply, mandate: Reply): Pick<GatewayAnswer, 'registered' | 'ambiguous'> {
  const known = { ...payment.meta.registered, ...given({ accountNo: mandate.accountNo }) }
  return {
    ...(payment.meta.ambiguous || mandate.meta.ambiguous ? { ambiguous: true } : {}),
    ...(Object.keys(known).length > 0 ? { registered: known } : {}),
  }
}
