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
  /** It may be missing, or be something else in a question that does not need it. */
  consumer: z.catch(z.optional(z.object({ identifier: text })), undefined),
})
type Enquiry = z.infer<typeof enquiry>

interface Deps {
  mandates: Entries<Mandate>
  merchant: Merchant
}

/** One address for every question that the product asks, told apart by its type; every answer is a 200. */
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

/** The words of the real one, with its spelling. */
const notFound: ReplyParts = { code: codes.notFound, errorMessage: 'Transactionn Not Found' }

/** A transaction is found on its own day alone; one kit writes that the other way round. */
function isThere(found: Mandate | undefined, { transaction }: Enquiry): found is Mandate {
  if (!found || isUndecided(found)) return false
  return [dayMonthYear(found.date), found.date].includes(transaction.dateTime)
}

/** What became of the payment: the kits' «offline verification». */
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
 * Whether a mandate is registered. Only the success is on record; of the others this says the status again, with the
 * recorded words «Mandate Verification rejected» for a refusal, and knows nobody else's consumer.
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

/** The mandate ends; it is named by its registration number. */
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

/** What differs between the replies; everything else is absent in each. */
interface ReplyParts {
  code: string
  message?: string
  errorMessage?: string
  error?: { code: string; desc: string }
  amount?: string
  identifier?: string
  dateTime?: string
  /** A mandate's registration number. */
  token?: string
  accountNo?: string
  /** The bank's own number of it (UMRN). */
  reference?: string
  /** What was asked for, as the answer to the browser repeats it. */
  details?: string
}

/** The envelope that every reply has; absent things are null, or empty texts, as the real one mixes them. */
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
