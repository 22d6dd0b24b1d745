import { isRealDate } from '#contract/dates.ts'
import { codes } from './response-string.ts'
import { newDebit, type SimulatorMandate } from './simulator-store.ts'
import type { Enquired } from './simulator-status-query.ts'
import type { ReplyParts } from './simulator-answer.ts'
import type { GatewaySimulator } from './simulator.ts'

type Deps = Pick<GatewaySimulator, 'store'>
type Debit = SimulatorMandate['debits'][number]

function failed(desc: string): ReplyParts {
  return { code: codes.refused, message: 'F', errorMessage: desc, error: { code: 'ERR1002', desc } }
}

function done(desc: string): ReplyParts {
  return { code: codes.success, errorMessage: desc, error: { code: '', desc } }
}

/** Has what a mandate's registration number names changed by `turn`. */
async function changeMandate(
  { store }: Deps,
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

/** A debit is asked for; its letter is I until its day, then D, the success of two of the three kits (wires 1.9). */
export function scheduleDebit(deps: Deps, asked: Enquired, today: string): Promise<ReplyParts> {
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

export async function answerDebit({ store }: Deps, asked: Enquired, today: string): Promise<ReplyParts> {
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
export function endMandate(deps: Deps, { transaction }: Enquired): Promise<ReplyParts> {
  const isIt = ({ mandateRegNo }: SimulatorMandate) =>
    transaction.token !== '' && mandateRegNo === transaction.token
  return changeMandate(deps, isIt, (mandate) => {
    if (mandate.status !== codes.success || mandate.cancelled)
      return { result: failed('Mandate is not active') }
    return { keep: { ...mandate, cancelled: true }, result: done('Mandate deactivated') }
  })
}

/** A debit that has not happened is taken back. */
export function stopDebit(deps: Deps, { transaction }: Enquired): Promise<ReplyParts> {
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
