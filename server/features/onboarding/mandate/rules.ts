import { type MandateTokenRequest, maskAccount } from '#contract/schemas/mandates.ts'
import { debitPeriod } from '#contract/dates.ts'
import type { FieldFault } from '#contract/errors.ts'
import { type GatewayAnswer, holderName } from '#server/providers/gateway/port.ts'
import { isLive } from './state-rules.ts'
import type { Mandate } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long the gateway is polled; banks take up to five days. */
export const GIVE_UP_MS = 7 * DAY_MS
const FIRST_POLL_MS = MINUTE_MS
export const LONGEST_POLL_MS = 12 * HOUR_MS

/** Returns the milliseconds until the next poll: from a minute, doubling to half a day. */
export function nextPollMs(polls: number): number {
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 2 ** Math.min(polls, 20))
}

/** The terms that were requested and that the gateway may report back. */
type Terms = Pick<
  Mandate,
  'consumerId' | 'accountName' | 'accountNo' | 'ifscCode' | 'maxAmount' | 'debitStart' | 'debitEnd'
>

/** Rupees of the debit that tests the account (specification section 9). */
const TEST_DEBIT = 1

/**
 * Returns the terms that the bank set up differently from the request. They may differ because the order passes
 * through the browser, and the gateway's token does not cover all of it. Only terms that the gateway reports are
 * compared.
 */
export function alteredTerms(requested: Terms, answer: GatewayAnswer): string[] {
  const { amount, consumerId, registered = {} } = answer
  const pairs: [name: string, reported: string | undefined, matches: (reported: string) => boolean][] = [
    ['amount', amount, (value) => Number(value) === TEST_DEBIT],
    ['consumerId', consumerId, (value) => value === requested.consumerId],
    [
      'accountName',
      registered.accountName,
      (value) => nameAtBank(value) === nameAtBank(requested.accountName),
    ],
    ['accountNo', registered.accountNo, (value) => isSameAccount(value, requested.accountNo)],
    ['ifscCode', registered.ifscCode, (value) => value.toUpperCase() === requested.ifscCode],
    ['maxAmount', registered.maxAmount, (value) => Number(value) === Number(requested.maxAmount)],
    ['debitStartDate', registered.startDate, (value) => value === requested.debitStart],
    ['debitEndDate', registered.endDate, (value) => value === requested.debitEnd],
    ['amountType', registered.amountType, (value) => value === 'M'],
    ['frequency', registered.frequency, (value) => value === 'ADHO'],
  ]
  const altered = pairs.flatMap(([name, reported, matches]) =>
    reported === undefined || matches(reported) ? [] : [name],
  )
  return answer.ambiguous ? ['ambiguous', ...altered] : altered
}

/** Returns whether one of these answers reported a live mandate with altered terms. */
export function wasAltered(requested: Terms, answers: readonly GatewayAnswer[]): boolean {
  const isLiveAnswer = ({ state }: GatewayAnswer) => state !== 'unknown' && isLive(state)
  return answers.some((answer) => isLiveAnswer(answer) && alteredTerms(requested, answer).length > 0)
}

/** Compares the visible digits from the right: banks pad with zeros, omit zeros, and mask digits. */
function isSameAccount(reported: string, account: string): boolean {
  const shown = reported.replaceAll(/[\s-]/g, '')
  if (!/^[\dXx*•#]+$/.test(shown)) return false
  const length = Math.max(shown.length, account.length)
  const own = account.padStart(length, '0')
  // A mask at the beginning stands for any number of digits.
  const other = shown.padStart(length, /^\d/.test(shown) ? '0' : 'X')
  return [...other].every((mark, at) => !/\d/.test(mark) || mark === own[at])
}

/** Returns a name as banks write it: in the gateway's characters and in capitals. */
function nameAtBank(name: string): string {
  return holderName(name).toUpperCase()
}

/** Returns the fields of a token request that differ from the server's terms. */
export function orderFaults(
  {
    maxAmount,
    debitStartDate,
    debitEndDate,
  }: Pick<MandateTokenRequest, 'maxAmount' | 'debitStartDate' | 'debitEndDate'>,
  server: { maxAmount: number; now: number },
): FieldFault[] {
  // The page may have been opened before midnight.
  const isOurPeriod = [server.now - DAY_MS, server.now, server.now + DAY_MS]
    .map(debitPeriod)
    .some(({ start, end }) => start === debitStartDate && end === debitEndDate)
  const faults: FieldFault[] = []
  if (Number(maxAmount) !== server.maxAmount)
    faults.push({ field: 'maxAmount', message: 'mandateErrors.otherAmount' })
  const period = isOurPeriod ? [] : ['debitStartDate', 'debitEndDate']
  return [...faults, ...period.map((field) => ({ field, message: 'mandateErrors.otherPeriod' as const }))]
}

function withinADay(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) <= DAY_MS
}

/**
 * Returns the fields that differ from the gateway's request. The account number may be masked, since a reloaded page
 * has no other. The dates may be a day off, since the page may have been opened before midnight.
 */
export function otherTerms(
  fields: Omit<MandateTokenRequest, 'id' | 'typed'>,
  mandate: Mandate,
): FieldFault[] {
  const { accountNo } = fields
  const same = {
    accountName: fields.accountName === mandate.accountName,
    accountNo: accountNo === mandate.accountNo || accountNo === maskAccount(mandate.accountNo),
    ifscCode: fields.ifscCode === mandate.ifscCode,
    consumerId: fields.consumerId === mandate.consumerId,
    maxAmount: Number(fields.maxAmount) === Number(mandate.maxAmount),
    debitStartDate: withinADay(fields.debitStartDate, mandate.debitStart),
    debitEndDate: withinADay(fields.debitEndDate, mandate.debitEnd),
  }
  return Object.entries(same)
    .filter(([, isSame]) => !isSame)
    .map(([field]) => ({ field, message: 'mandateErrors.otherTerms' }))
}
