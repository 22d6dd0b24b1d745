import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayMonthYear, isRealDate, todayInIndia } from '#contract/dates.ts'
import { codes } from './status-codes.ts'
import {
  gatewayTime,
  mandateMeta,
  reply,
  type ReplyParts,
  statusWords,
  withPaise,
} from './simulator-answer.ts'
import { isUndecided, newDebit, type SimulatorMandate } from './simulator-store.ts'
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

/** One address for every question, told apart by its type; every answer is a 200. */
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
 * Whether a mandate is registered. Only the success is on record; of the others this says the status again,
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

type Debit = SimulatorMandate['debits'][number]

function failed(desc: string): ReplyParts {
  return { code: codes.refused, message: 'F', errorMessage: desc, error: { code: 'ERR1002', desc } }
}

function done(desc: string): ReplyParts {
  return { code: codes.success, errorMessage: desc, error: { code: '', desc } }
}

/** Has what a mandate's registration number names changed by `turn`. */
async function changeMandate(
  { store }: Pick<Deps, 'store'>,
  isIt: (mandate: SimulatorMandate) => boolean,
  turn: (mandate: SimulatorMandate) => { keep?: SimulatorMandate; result: ReplyParts },
): Promise<ReplyParts> {
  const found = (await store.list()).find(isIt)
  if (!found) return failed('No such mandate')
  return store.change(found.transactionId, (page) =>
    page ? turn(page) : { result: failed('No such mandate') },
  )
}

/** DDMMYYYY or DD-MM-YYYY as YYYY-MM-DD; nothing for what is no day. */
function dayOf(text: string): string {
  const date = text.replace(/^(\d{2})-?(\d{2})-?(\d{4})$/, '$3-$2-$1')
  return isRealDate(date) ? date : ''
}

/** What stands against drawing that much on that day. */
function reasonAgainst(
  mandate: SimulatorMandate,
  { amount, date }: { amount: string; date: string },
  today: string,
): string | undefined {
  if (mandate.status !== codes.success || mandate.cancelled) return 'Mandate is not active'
  if (!(Number(amount) > 0) || Number(amount) > Number(mandate.maxAmount)) return 'Amount is over the maximum'
  const day = dayOf(date)
  if (day === '' || day < today) return 'Debit date is not a day to come'
  if (day < dayOf(mandate.startDate) || day > dayOf(mandate.endDate))
    return 'Debit date is outside the mandate'
  return undefined
}

/** A debit is asked for; its letter is I until its day, then D, the success of two of the three kits. */
function scheduleDebit(deps: Deps, asked: Enquired, today: string): Promise<ReplyParts> {
  const { amount = '', endDateTime: date = '', identifier = '' } = asked.payment?.instruction ?? {}
  const { identifier: id } = asked.transaction
  const isIt = ({ mandateRegNo }: SimulatorMandate) => identifier !== '' && mandateRegNo === identifier
  return changeMandate(deps, isIt, (mandate) => {
    if (mandate.debits.some((debit) => debit.id === id)) return { result: failed('Duplicate transaction') }
    const against = reasonAgainst(mandate, { amount, date }, today)
    if (against) return { result: failed(against) }
    const debit = newDebit(id, amount, date)
    const keep = { ...mandate, debits: [...mandate.debits, debit] }
    return { keep, result: accepted(debit) }
  })
}

function accepted(debit: Debit): ReplyParts {
  const desc = 'Transaction scheduling request has been initiated'
  return {
    code: codes.initiated,
    message: 'I',
    errorMessage: desc,
    error: { code: 'S1006', desc },
    amount: debit.amount,
    dateTime: debit.date,
    identifier: debit.gatewayId,
  }
}

async function answerDebit(
  { store }: Pick<Deps, 'store'>,
  asked: Enquired,
  today: string,
): Promise<ReplyParts> {
  const all = (await store.list()).flatMap(({ debits }) => debits)
  const debit = all.find(({ id }) => id === asked.transaction.identifier)
  if (!debit) return { code: codes.notFound, errorMessage: 'Transactionn Not Found' }
  const { amount, date, gatewayId: identifier } = debit
  const happened = dayOf(date) <= today
  const [code, message] = happened ? [codes.success, 'D'] : [codes.initiated, 'I']
  const said = debit.stopped ? { code: codes.aborted, message: 'A' } : { code, message }
  return { ...said, amount, identifier, dateTime: date }
}

/** The mandate ends; nothing is drawn on it any more. */
function endMandate(deps: Deps, { transaction }: Enquired): Promise<ReplyParts> {
  const isIt = ({ mandateRegNo }: SimulatorMandate) =>
    transaction.token !== '' && mandateRegNo === transaction.token
  return changeMandate(deps, isIt, (mandate) => {
    if (mandate.status !== codes.success || mandate.cancelled)
      return { result: failed('Mandate is not active') }
    return { keep: { ...mandate, cancelled: true }, result: done('Mandate deactivated') }
  })
}

/** A debit that has not happened is taken back. */
function stopDebit(deps: Deps, { transaction }: Enquired): Promise<ReplyParts> {
  const isThis = ({ gatewayId }: Debit) => gatewayId === transaction.token
  return changeMandate(
    deps,
    ({ debits }) => debits.some(isThis),
    (mandate) => {
      const debits = mandate.debits.map((debit) => (isThis(debit) ? { ...debit, stopped: true } : debit))
      return { keep: { ...mandate, debits }, result: done('Debit stopped') }
    },
  )
}
