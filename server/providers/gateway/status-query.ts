import { dayMonthYear } from '#contract/dates.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { postJson } from '#server/platform/http-client/provider-call.ts'
import type { GatewayAnswer, GatewayFailure } from './port.ts'
import { codes, fullCode, given, plainRupees, readMeta, stateOf } from './signed-messages.ts'
import * as z from 'zod/mini'

/** One transaction, on one day: on any other the gateway does not find it. */
export interface Question {
  transactionId: string
  consumerId: string
  /** YYYY-MM-DD */
  date: string
}

type Enquired = { ok: true; reply: Reply } | { ok: false; failure: GatewayFailure }

/** What became of the transaction's payment, by our own id: the kits' «offline verification». */
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

/** What became of the mandate itself: the kits' «mandate verification». */
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

/** Asks that a mandate end: the kits' «mandate deactivation», with what they send empty. */
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

/** A reply about something else is as good as none; one that tells an outcome has to name what it is about. */
function isAbout(reply: Reply, asked: Pick<Reply, 'merchantId' | 'transactionId'>): boolean {
  const isOurs = reply.merchantId === '' || reply.merchantId === asked.merchantId
  const isUnnamed = reply.transactionId === '' && saysNothing(reply)
  return isOurs && (isUnnamed || reply.transactionId === asked.transactionId)
}

/** What the gateway's server is asked; no key goes with it, only who we are. */
export function createEnquiries({ url, merchantId, log }: { url: string; merchantId: string; log: Log }) {
  async function send(
    about: string,
    { transactionId, body }: { transactionId: string; body: object },
    limitMs: number,
  ): Promise<Enquired> {
    const posted = await postJson({ url, body, limitMs })
    if (!posted.ok && posted.failure !== 'rubbish') return { ok: false, failure: posted.failure }
    const { status, received } = posted
    // Refusals come as a 200 too, so any other status is not the gateway's own word.
    const reply = posted.ok && status === 200 ? readReply(posted.body) : undefined
    if (reply && isAbout(reply, { merchantId, transactionId })) return { ok: true, reply }
    log.warn({ about, status, ...received }, 'a reply of the gateway cannot be read')
    // Whoever says that all is well is there; anything else is a server that stands in for one that is not.
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

/** What is absent comes as null, as an empty text or not at all, and codes now and then as numbers. */
const text = z.catch(z.pipe(z.union([z.string(), z.number()]), z.transform(spoken)), '')

/** The word `null` as a text means nothing either. */
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

/** The envelope of every reply, as far as it is read. */
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

/** A reply in our own words; texts are empty where it says nothing. */
export type Reply = NonNullable<ReturnType<typeof readReply>>

/** Reads a reply; undefined when it is not of the agreed shape. */
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
    /** The mandate's registration number, where mandates were asked for. */
    token,
    accountNo: instrumentToken,
    umrn: paid.bankReferenceIdentifier,
    gatewayId: paid.identifier,
    amount: plainRupees(paid.amount) ?? '',
    meta: readMeta(merchantAdditionalDetails),
  }
}

/** What the gateway told about one transaction: of its payment, and of its mandate. */
export interface GatewayStatus {
  payment: Reply
  mandate: Reply
}

/** The payment is not known there, on that day at least, and of the mandate nothing is said. */
export function isUnknown({ payment, mandate }: GatewayStatus): boolean {
  return payment.code === codes.notFound && saysNothing(mandate)
}

/** Whether a reply tells of no outcome at all. */
function saysNothing(reply: Reply): boolean {
  return stateOf(reply.code) === 'unknown' && !isRejected(reply)
}

/**
 * One answer of the two. The mandate's own word counts most: it alone makes a mandate active. A payment that went
 * through says only that the bank took the order; one that failed or was aborted says that no mandate will follow.
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
  /** Whose words are told. */
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
  // Paid is not registered yet.
  if (ofPayment === 'initiated' || ofPayment === 'active') {
    return { state: 'initiated', source: payment, code: notYet(payment.code) }
  }
  return { state: 'unknown', source: payment, code: payment.code }
}

/** A mandate that is set up has a number; a success without any is not one yet. */
function stateOfMandate(mandate: Reply): GatewayAnswer['state'] {
  if (isRejected(mandate)) return 'failed'
  const state = stateOf(mandate.code)
  return state === 'active' && !mandate.token && !mandate.umrn ? 'initiated' : state
}

/** The one refusal of a mandate that is on record has words and no code that anybody wrote down. */
function isRejected({ message, reason }: Reply): boolean {
  return /\brejected\b/i.test(`${message} ${reason}`)
}

/** The code of a mandate that is on its way, where what was told is a success of something else. */
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
