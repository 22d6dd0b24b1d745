import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayMonthYear, todayInIndia } from '#contract/dates.ts'
import { codes } from './response-string.ts'
import {
  gatewayTime,
  mandateMeta,
  reply,
  type ReplyParts,
  statusWords,
  withPaise,
} from './simulator-answer.ts'
import { isUndecided, type SimulatorMandate } from './simulator-store.ts'
import { answerDebit, endMandate, scheduleDebit, stopDebit } from './simulator-debits.ts'
import type { GatewaySimulator } from './simulator.ts'

/** Where the simulator's enquiries lie on the server that carries it. */
export const GATEWAY_SIMULATOR = '/paynimo/api/paynimoV2.req'

const text = z._default(z.string(), '')
const instruction = optional({ amount: text, endDateTime: text, identifier: text })
const enquiry = z.object({
  merchant: z.object({ identifier: text }),
  transaction: z.object({
    ...{ requestType: text, type: text, subType: text, identifier: text, token: text, dateTime: text },
  }),
  payment: optional({ instruction }),
  consumer: optional({ identifier: text }),
})
export type Enquired = z.infer<typeof enquiry>

/** A part that may be missing, or be something else in a question that does not need it. */
function optional<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.catch(z.optional(z.object(shape)), undefined)
}

type Deps = Pick<GatewaySimulator, 'store' | 'merchant' | 'clock'>

/** One address for every question, told apart by its type (wires 1.9); every answer is a 200. */
export function gatewaySimulator(app: FastifyInstance, deps: Deps): void {
  app.post(GATEWAY_SIMULATOR, async (request) => {
    const read = enquiry.safeParse(request.body)
    const { id } = deps.merchant
    if (!read.success || read.data.merchant.identifier !== id)
      return reply({ id, transactionId: '', requestType: '' }, invalid('Invalid merchant or request'))
    const { requestType, identifier: transactionId } = read.data.transaction
    return reply({ id, transactionId, requestType }, await answer(deps, read.data))
  })
}

const answers: Record<string, (deps: Deps, asked: Enquired) => Promise<ReplyParts>> = {
  S: ({ store }, asked) =>
    payment(
      store.list().then((all) => all.find(byGatewayId(asked))),
      asked,
    ),
  O: ({ store }, asked) => payment(store.read(asked.transaction.identifier), asked),
  'TSI/002': ({ store }, asked) => mandate(store.read(asked.transaction.identifier), asked),
  'TSI/003': (deps, asked) => scheduleDebit(deps, asked, todayInIndia(deps.clock.now())),
  'TSI/004': (deps, asked) => answerDebit(deps, asked, todayInIndia(deps.clock.now())),
  'TSI/005': (deps, asked) => endMandate(deps, asked),
  'TSI/006': (deps, asked) => stopDebit(deps, asked),
}

async function answer(deps: Deps, asked: Enquired): Promise<ReplyParts> {
  const { requestType, subType } = asked.transaction
  const kind = requestType === 'TSI' ? `TSI/${subType}` : requestType
  const known = Object.hasOwn(answers, kind) ? answers[kind] : undefined
  return known ? known(deps, asked) : invalid('Invalid request type')
}

function invalid(desc: string): ReplyParts {
  return { code: '', error: { code: 'ERR1001', desc } }
}

/** The words of the real one, with its spelling. */
const notFound: ReplyParts = { code: codes.notFound, errorMessage: 'Transactionn Not Found' }

function byGatewayId({ transaction }: Enquired) {
  return ({ gatewayId }: SimulatorMandate) => gatewayId === transaction.token
}

/** A transaction is found on its own day alone; one kit writes that the other way round. */
function isThere(found: SimulatorMandate | undefined, { transaction }: Enquired): found is SimulatorMandate {
  if (!found || isUndecided(found)) return false
  return [dayMonthYear(found.date), found.date].includes(transaction.dateTime)
}

async function payment(looked: Promise<SimulatorMandate | undefined>, asked: Enquired): Promise<ReplyParts> {
  const found = await looked
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
 * Whether a mandate is registered. Only the success is on record (wires 1.9); of the others this says the status again,
 * with the recorded words «Mandate Verification rejected» for a refusal, and knows nobody else's consumer.
 */
async function mandate(looked: Promise<SimulatorMandate | undefined>, asked: Enquired): Promise<ReplyParts> {
  const found = await looked
  const consumer = asked.consumer?.identifier ?? ''
  if (!isThere(found, asked) || (consumer !== '' && consumer !== found.consumerId)) return notFound
  if (found.status === codes.refused || found.cancelled) {
    const words = 'Mandate Verification rejected'
    return { code: codes.refused, message: words, errorMessage: words, error: { code: '', desc: words } }
  }
  if (found.status !== codes.success) {
    return { code: found.status, message: statusWords(found.status), errorMessage: found.reason }
  }
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
