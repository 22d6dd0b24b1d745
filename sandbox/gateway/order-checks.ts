import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import type { FieldError } from '#contract/errors.ts'
import { hashOf, type Merchant, type Order } from './mandate.ts'

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

/** Converts DD-MM-YYYY to YYYY-MM-DD; '' when it is not a date. */
function day(text: string): string {
  const date = text.split('-').reverse().join('-')
  return isRealDate(date) ? date : ''
}

/** Compares two hashes in constant time. */
export function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns the token of a request: a hash over seventeen values, those of a card empty. */
function tokenOf(data: ConsumerData, { salt }: Merchant): string {
  const { merchantId, txnId, accountNo, consumerId, consumerMobileNo, consumerEmailId } = data
  const { debitStartDate, debitEndDate, maxAmount, amountType, frequency } = data
  const values = [
    ...[merchantId, txnId, total(data.items), accountNo, consumerId, consumerMobileNo, consumerEmailId],
    ...[debitStartDate, debitEndDate, maxAmount, amountType, frequency, '', '', '', ''],
  ]
  return hashOf(values, salt)
}

/** Returns the sum of the items with the most decimals that an item has. */
function total(items: ConsumerData['items']): string {
  const amounts = items.flatMap(({ amount, comAmt }) => [amount, comAmt])
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(decimals)
}

/** The format of each field. */
const forms: [field: Exclude<keyof ConsumerData, 'items'>, form: RegExp, words: string][] = [
  ['deviceId', /^WEBSH2$/, 'must be WEBSH2'],
  ['currency', /^INR$/, 'must be INR'],
  ['paymentMode', /^netBanking$/, 'must be netBanking for a mandate'],
  ['txnId', /^[A-Za-z0-9]{1,40}$/, 'must be letters and digits'],
  ['consumerId', /^[A-Za-z0-9]{1,40}$/, 'is needed for a mandate'],
  ['consumerMobileNo', /^(\+?\d{8,15})?$/, 'must be 8 to 15 digits'],
  ['consumerEmailId', /^([^@\s|~{}]{1,64}@[^@\s|~{}]{3,255})?$/, 'must be an e-mail address'],
  ['accountNo', /^\d{1,35}$/, 'must be digits, at most 35'],
  ['accountHolderName', /^[A-Za-z.' ]{1,50}$/, 'must be letters, dots, apostrophes and spaces, at most 50'],
  ['accountType', /^(Saving|Current)$/, 'must be Saving or Current'],
  ['ifscCode', /^[A-Za-z0-9]{11}$/, 'must be 11 letters and digits'],
  ['maxAmount', /^(?=.*[1-9])\d{1,8}(\.\d{1,2})?$/, 'must be an amount of at most 8 digits'],
  ['amountType', /^[MF]$/, 'must be M or F'],
  [
    'frequency',
    /^(ADHO|DAIL|WEEK|MNTH|BIMN|QURT|MIAN|YEAR)$/,
    'must be one of ADHO, DAIL, WEEK, MNTH, BIMN, QURT, MIAN, YEAR',
  ],
]

function dateProblems({ debitStartDate, debitEndDate }: ConsumerData, today: string): FieldError[] {
  const [from, until] = [day(debitStartDate), day(debitEndDate)]
  if (from === '') return [problem('debitStartDate', 'must be a day, DD-MM-YYYY')]
  if (from < today) return [problem('debitStartDate', 'must not be before today')]
  if (until === '') return [problem('debitEndDate', 'must be a day, DD-MM-YYYY')]
  if (until <= from) return [problem('debitEndDate', 'must be after debitStartDate')]
  const last = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`
  return until > last ? [problem('debitEndDate', 'must be within 40 years from today')] : []
}

function problem(field: string, words: string): FieldError {
  return { field, message: `${field} ${words}` }
}

/** Checks an order like the gateway before it shows a bank's page. Returns all problems at once. */
export function checkOrder(config: unknown, merchant: Merchant, today: string): CheckedOrder {
  const read = checkoutConfig.safeParse(config)
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? ''
    return { ok: false, problems: [{ field, message: `${field || 'config'} is not as a mandate needs it` }] }
  }
  const data = read.data.consumerData
  const problems = [
    ...forms.flatMap(([field, form, words]) => (form.test(data[field]) ? [] : [problem(field, words)])),
    ...(data.items.length > 0 && Number(total(data.items)) > 0
      ? []
      : [problem('items', 'must have an amount')]),
    ...dateProblems(data, today),
    ...merchantProblems(data, merchant),
  ]
  if (problems.length > 0) return { ok: false, problems }
  // A bank in its own window answers to the page that opened it; otherwise it posts to the address.
  const returnUrl = read.data.features.enableNewWindowFlow ? '' : data.returnUrl
  return { ok: true, order: { ...orderOf(data), returnUrl } }
}

function merchantProblems(data: ConsumerData, merchant: Merchant): FieldError[] {
  if (data.merchantId !== merchant.id) return [problem('merchantId', 'is not a merchant known here')]
  const isOurs = data.items.every(({ itemId }) => itemId === merchant.scheme)
  const isWhole = sameHash(data.token, tokenOf(data, merchant))
  return [
    ...(isOurs ? [] : [problem('items', 'is of a scheme not known here')]),
    ...(isWhole ? [] : [problem('token', 'is not the hash of these values')]),
  ]
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
