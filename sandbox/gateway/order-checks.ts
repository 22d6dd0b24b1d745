import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import { hashOf } from './answers.ts'
import type { Merchant, Order } from './mandate.ts'

const text = z._default(z.string(), '')
const consumerData = z.object({
  ...{ deviceId: text, token: text, merchantId: text, currency: text, paymentMode: text, returnUrl: text },
  ...{ txnId: text, consumerId: text, consumerMobileNo: text, consumerEmailId: text },
  items: z.array(z.object({ itemId: text, amount: text, comAmt: text })),
  ...{ accountNo: text, accountHolderName: text, accountType: text, ifscCode: text },
  ...{ debitStartDate: text, debitEndDate: text, maxAmount: text, amountType: text, frequency: text },
})
type ConsumerData = z.infer<typeof consumerData>
const features = z.object({
  enableSI: z.literal(true),
  siDetailsAtMerchantEnd: z.literal(true),
  enableNewWindowFlow: z._default(z.boolean(), false),
})
const checkoutConfig = z.object({ features, consumerData })

export type CheckedOrder = { ok: true; order: Order } | { ok: false; problems: FieldError[] }

const MOST_YEARS = 40

/** DD-MM-YYYY as text that compares; nothing for what is no day. */
function day(text: string): string {
  const date = text.split('-').reverse().join('-')
  return isRealDate(date) ? date : ''
}

/** Whether two hashes are one, told in the same time wherever they differ. */
export function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The token of a request: seventeen values with the salt, those of a card empty. */
function tokenOf(data: ConsumerData, { salt }: Merchant): string {
  const { merchantId, txnId, accountNo, consumerId, consumerMobileNo, consumerEmailId } = data
  const { debitStartDate, debitEndDate, maxAmount, amountType, frequency } = data
  const values = [
    ...[merchantId, txnId, total(data.items), accountNo, consumerId, consumerMobileNo, consumerEmailId],
    ...[debitStartDate, debitEndDate, maxAmount, amountType, frequency, '', '', '', ''],
  ]
  return hashOf(values, salt, data.deviceId)
}

/** The last day that a mandate begun today may end on. */
function lastDay(today: string): string {
  return `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`
}

/** The sum of the items, with as many decimals as the longest of them has. */
function total(items: ConsumerData['items']): string {
  const amounts = items.flatMap(({ amount, comAmt }) => [amount, comAmt])
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(decimals)
}

type Rule = [
  field: keyof ConsumerData,
  isRight: (data: ConsumerData, today: string) => boolean,
  words: string,
]

const amount = /^\d{1,8}(\.\d{1,2})?$/
const rules: Rule[] = [
  ['deviceId', ({ deviceId }) => /^WEBSH[12]$/.test(deviceId), 'must be WEBSH1 or WEBSH2'],
  ['currency', ({ currency }) => currency === 'INR', 'must be INR'],
  ['paymentMode', ({ paymentMode }) => paymentMode === 'netBanking', 'must be netBanking for a mandate'],
  ['txnId', ({ txnId }) => /^[A-Za-z0-9]{1,40}$/.test(txnId), 'must be letters and digits'],
  ['consumerId', ({ consumerId }) => /^[A-Za-z0-9]{1,40}$/.test(consumerId), 'is needed for a mandate'],
  [
    'consumerMobileNo',
    ({ consumerMobileNo }) => /^(\+?\d{8,15})?$/.test(consumerMobileNo),
    'must be 8 to 15 digits',
  ],
  [
    'consumerEmailId',
    ({ consumerEmailId }) => /^([^@\s|~{}]{1,64}@[^@\s|~{}]{3,255})?$/.test(consumerEmailId),
    'must be an e-mail address',
  ],
  ['items', ({ items }) => items.length > 0 && Number(total(items)) > 0, 'must have an amount'],
  ['accountNo', ({ accountNo }) => /^\d{1,35}$/.test(accountNo), 'must be digits, at most 35'],
  [
    'accountHolderName',
    ({ accountHolderName }) => /^[A-Za-z.' ]{1,50}$/.test(accountHolderName),
    'must be letters, dots, apostrophes and spaces, at most 50',
  ],
  ['accountType', ({ accountType }) => /^(Saving|Current)$/.test(accountType), 'must be Saving or Current'],
  ['ifscCode', ({ ifscCode }) => /^[A-Za-z0-9]{11}$/.test(ifscCode), 'must be 11 letters and digits'],
  ['debitStartDate', ({ debitStartDate }) => day(debitStartDate) !== '', 'must be a day, DD-MM-YYYY'],
  ['debitStartDate', ({ debitStartDate: from }, today) => day(from) >= today, 'must not be before today'],
  ['debitEndDate', ({ debitEndDate }) => day(debitEndDate) !== '', 'must be a day, DD-MM-YYYY'],
  [
    'debitEndDate',
    ({ debitStartDate, debitEndDate }) => day(debitEndDate) > day(debitStartDate),
    'must be after debitStartDate',
  ],
  [
    'debitEndDate',
    ({ debitEndDate }, today) => day(debitEndDate) <= lastDay(today),
    'must be within 40 years from today',
  ],
  [
    'maxAmount',
    ({ maxAmount }) => amount.test(maxAmount) && Number(maxAmount) > 0,
    'must be an amount of at most 8 digits',
  ],
  ['amountType', ({ amountType }) => /^[MF]$/.test(amountType), 'must be M or F'],
  [
    'frequency',
    ({ frequency }) => /^(ADHO|DAIL|WEEK|MNTH|BIMN|QURT|MIAN|YEAR)$/.test(frequency),
    'must be one of ADHO, DAIL, WEEK, MNTH, BIMN, QURT, MIAN, YEAR',
  ],
]

/** Weighs a configuration as the gateway does before it shows a bank's page: every problem at once, one a field. */
export function checkOrder(config: unknown, merchant: Merchant, today: string): CheckedOrder {
  const read = checkoutConfig.safeParse(config)
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? ''
    return { ok: false, problems: [{ field, message: `${field || 'config'} is not as a mandate needs it` }] }
  }
  const data = read.data.consumerData
  const broken = rules.filter(([, isRight]) => !isRight(data, today))
  const problems: FieldError[] = broken.map(([field, , words]) => ({ field, message: `${field} ${words}` }))
  problems.push(...merchantProblems(data, merchant))
  const first = problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at)
  if (first.length > 0) return { ok: false, problems: first }
  // A bank in a window of its own answers to the page that opened it; in the tab itself it posts to the address.
  const returnUrl = read.data.features.enableNewWindowFlow ? '' : data.returnUrl
  return { ok: true, order: { ...orderOf(data), returnUrl } }
}

function merchantProblems(data: ConsumerData, merchant: Merchant): FieldError[] {
  if (data.merchantId !== merchant.id)
    return [{ field: 'merchantId', message: 'merchantId is not a merchant known here' }]
  const problems: FieldError[] = []
  if (data.items.some(({ itemId }) => itemId !== merchant.scheme))
    problems.push({ field: 'items', message: 'items is of a scheme not known here' })
  if (!sameHash(data.token, tokenOf(data, merchant)))
    problems.push({ field: 'token', message: 'token is not the hash of these values' })
  return problems
}

function orderOf(data: ConsumerData): Order {
  const { deviceId, token, consumerId, accountNo, accountType, maxAmount, amountType, frequency } = data
  return {
    ...{ deviceId, token, consumerId, accountNo, accountType, maxAmount, amountType, frequency },
    transactionId: data.txnId,
    amount: total(data.items),
    accountName: data.accountHolderName.replaceAll("'", ''),
    ifscCode: data.ifscCode.toUpperCase(),
    startDate: data.debitStartDate,
    endDate: data.debitEndDate,
    phone: data.consumerMobileNo,
    email: data.consumerEmailId,
    returnUrl: data.returnUrl,
  }
}
