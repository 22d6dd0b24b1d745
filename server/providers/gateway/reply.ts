import * as z from 'zod/mini'
import { plainRupees } from './amounts.ts'
import { fullCode } from './codes.ts'
import { readMeta } from './response-string.ts'

/** What is absent comes as null, as an empty text or not at all, and codes now and then as numbers (wires 1.9). */
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
export interface Reply {
  merchantId: string
  transactionId: string
  code: string
  message: string
  reason: string
  /** The mandate's registration number, where mandates were asked for. */
  token: string
  accountNo: string
  umrn: string
  gatewayId: string
  amount: string
  meta: ReturnType<typeof readMeta>
}

/** Reads a reply; undefined when it is not of the agreed shape. */
export function readReply(body: unknown): Reply | undefined {
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
    token,
    accountNo: instrumentToken,
    umrn: paid.bankReferenceIdentifier,
    gatewayId: paid.identifier,
    amount: plainRupees(paid.amount) ?? '',
    meta: readMeta(merchantAdditionalDetails),
  }
}
