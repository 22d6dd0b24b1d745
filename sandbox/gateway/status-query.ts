import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayMonthYear } from '#contract/dates.ts'
import type { Entries } from '#sandbox/store.ts'
import {
  codes,
  gatewayTime,
  isUndecided,
  type Mandate,
  mandateMeta,
  type Merchant,
  statusWords,
  withPaise,
} from './mandate.ts'

const text = z._default(z.string(), '')
const enquiry = z.object({
  merchant: z.object({ identifier: text }),
  transaction: z.object({
    ...{ requestType: text, type: text, subType: text, identifier: text, token: text, dateTime: text },
  }),
  /** May be missing or invalid in queries that do not need it. */
  consumer: z.catch(z.optional(z.object({ identifier: text })), undefined),
})
type Enquiry = z.infer<typeof enquiry>

interface Deps {
  mandates: Entries<Mandate>
  merchant: Merchant
}

/** Answers all status queries at one address, by their type. Every answer has status 200. */
export function paynimoEnquiries(app: FastifyInstance, deps: Deps): void {
  app.post('/api/paynimoV2.req', async (request) => {
    const read = enquiry.safeParse(request.body)
    const { id } = deps.merchant
    if (!read.success || read.data.merchant.identifier !== id)
      return reply({ id, transactionId: '', requestType: '' }, invalid('Invalid merchant or request'))
    const { requestType, identifier: transactionId } = read.data.transaction
    return reply({ id, transactionId, requestType }, await answer(deps, read.data))
  })
}

async function answer({ mandates }: Deps, asked: Enquiry): Promise<ReplyParts> {
  const { requestType, subType, identifier } = asked.transaction
  switch (requestType === 'TSI' ? `TSI/${subType}` : requestType) {
    case 'O':
      return payment(await mandates.read(identifier), asked)
    case 'TSI/002':
      return verification(await mandates.read(identifier), asked)
    case 'TSI/005':
      return endMandate(mandates, asked)
    default:
      return invalid('Invalid request type')
  }
}

function invalid(desc: string): ReplyParts {
  return { code: '', error: { code: 'ERR1001', desc } }
}

/** The real gateway's text with its spelling. */
const notFound: ReplyParts = { code: codes.notFound, errorMessage: 'Transactionn Not Found' }

/** Returns whether a transaction is found, which it is only on its day. One vendor kit writes the day in reverse. */
function isThere(found: Mandate | undefined, { transaction }: Enquiry): found is Mandate {
  if (!found || isUndecided(found)) return false
  return [dayMonthYear(found.date), found.date].includes(transaction.dateTime)
}

/** Reports the payment: «offline verification» in the vendor's kits. */
function payment(found: Mandate | undefined, asked: Enquiry): ReplyParts {
  if (!isThere(found, asked)) return notFound
  return {
    code: found.status,
    message: statusWords(found.status),
    errorMessage: found.reason,
    amount: withPaise(found.amount),
    identifier: found.gatewayId,
    dateTime: gatewayTime(found.decidedAt),
    details: mandateMeta(found),
  }
}

/**
 * Reports the mandate. Of real answers, only a success and the words «Mandate Verification rejected» are recorded.
 * Other answers repeat the status.
 */
function verification(found: Mandate | undefined, asked: Enquiry): ReplyParts {
  const consumer = asked.consumer?.identifier ?? ''
  if (!isThere(found, asked) || (consumer !== '' && consumer !== found.consumerId)) return notFound
  if (found.status === codes.refused || found.cancelled) {
    const words = 'Mandate Verification rejected'
    return { code: codes.refused, message: words, errorMessage: words, error: { code: '', desc: words } }
  }
  if (found.status !== codes.success)
    return { code: found.status, message: statusWords(found.status), errorMessage: found.reason }
  const words = 'Mandate Verification Successfull'
  return {
    code: codes.success,
    message: words,
    errorMessage: words,
    error: { code: '', desc: words },
    identifier: found.gatewayId,
    token: found.mandateRegNo,
    accountNo: found.accountNo,
    reference: found.umrn,
  }
}

/** Ends the mandate with this registration number. */
async function endMandate(mandates: Entries<Mandate>, { transaction }: Enquiry): Promise<ReplyParts> {
  const failed = (desc: string) => ({
    ...{ code: codes.refused, message: 'F', errorMessage: desc, error: { code: 'ERR1002', desc } },
  })
  const [found] = transaction.token === '' ? [] : await mandates.list({ about: transaction.token })
  return mandates.change<ReplyParts>(found?.transactionId ?? '', (mandate) => {
    if (!mandate) return { result: failed('No such mandate') }
    if (mandate.status !== codes.success || mandate.cancelled)
      return { result: failed('Mandate is not active') }
    const desc = 'Mandate deactivated'
    const done = { code: codes.success, errorMessage: desc, error: { code: '', desc } }
    return { keep: { ...mandate, cancelled: true }, result: done }
  })
}

/** The parts that differ between replies. */
interface ReplyParts {
  code: string
  message?: string
  errorMessage?: string
  error?: { code: string; desc: string }
  amount?: string
  identifier?: string
  dateTime?: string
  /** The mandate's registration number. */
  token?: string
  accountNo?: string
  /** The bank's number (UMRN). */
  reference?: string
  /** The requested values, as in the browser's answer. */
  details?: string
}

/** Returns the complete reply. Absent values are null or '', as in real replies. */
function reply(asked: { id: string; transactionId: string; requestType: string }, parts: ReplyParts) {
  return {
    merchantCode: asked.id,
    merchantTransactionIdentifier: asked.transactionId,
    merchantTransactionRequestType: asked.requestType,
    responseType: 'web',
    transactionState: null,
    merchantAdditionalDetails: parts.details ?? null,
    paymentMethod: {
      token: parts.token ?? '',
      instrumentAliasName: '',
      instrumentToken: parts.accountNo ?? '',
      bankSelectionCode: '',
      paymentMode: null,
      aCS: null,
      oTP: null,
      paymentTransaction: {
        amount: parts.amount ?? null,
        balanceAmount: null,
        bankReferenceIdentifier: parts.reference ?? '',
        dateTime: parts.dateTime ?? null,
        errorMessage: parts.errorMessage ?? '',
        identifier: parts.identifier ?? '',
        refundIdentifier: '',
        statusCode: parts.code,
        statusMessage: parts.message ?? '',
        instruction: null,
        reference: null,
      },
      authentication: null,
      error: parts.error ?? { code: '', desc: '' },
      instrument: null,
    },
    error: null,
    merchantResponseString: null,
    pdfDownloadUrl: null,
  }
}
