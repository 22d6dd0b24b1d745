import { dayMonthYear } from '#contract/dates.ts'
import { postJson } from '#server/lib/provider-call.ts'
import { readReply } from './reply.ts'
import type { Reply } from './reply.ts'
import type { GatewayFailure } from './port.ts'
import { saysNothing } from './verdict.ts'

/** One transaction, on one day: on any other the gateway does not find it (wires 1.9). */
export interface Question {
  transactionId: string
  consumerId: string
  /** YYYY-MM-DD */
  date: string
}

export type Enquiry = (question: Question, limitMs: number) => Promise<Enquired>
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

/** A reply about something else is as good as none; one that tells an outcome has to name what it is about. */
function isAbout(reply: Reply, asked: Pick<Reply, 'merchantId' | 'transactionId'>): boolean {
  const isOurs = reply.merchantId === '' || reply.merchantId === asked.merchantId
  const isUnnamed = reply.transactionId === '' && saysNothing(reply)
  return isOurs && (isUnnamed || reply.transactionId === asked.transactionId)
}

/** The two questions that the gateway's server answers about a transaction; no key goes with them, only who we are. */
export function createEnquiries(url: string, merchantId: string): { payment: Enquiry; mandate: Enquiry } {
  const enquire =
    (build: (merchantId: string, question: Question) => object): Enquiry =>
    async (question, limitMs) => {
      const posted = await postJson({ url, body: build(merchantId, question), limitMs })
      if (!posted.ok) return { ok: false, failure: posted.failure }
      // Refusals come as a 200 too, so any other status is not the gateway's own word.
      const reply = posted.status === 200 ? readReply(posted.body) : undefined
      const believed = reply && isAbout(reply, { merchantId, transactionId: question.transactionId })
      return believed ? { ok: true, reply } : { ok: false, failure: 'rubbish' }
    }
  return { payment: enquire(paymentQuestion), mandate: enquire(mandateQuestion) }
}
