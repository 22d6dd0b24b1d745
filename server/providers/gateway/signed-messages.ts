import { createHash, timingSafeEqual } from 'node:crypto'
import { dayMonthYear, isRealDate } from '#contract/dates.ts'
import { type GatewayAnswer, holderName, type MandateOrder } from './port.ts'

/** Our account with the gateway. */
export interface Merchant {
  id: string
  salt: string
  /** The gateway's name for the account that receives the money. */
  scheme: string
}

/** This kind of device tells the gateway that hashes are SHA-512. */
const DEVICE = 'WEBSH2'
/** Rupees of the test debit. The bank returns it or never takes it. */
const TEST_AMOUNT = '1'
/** Debits up to the maximum, whenever they are due. */
const AMOUNT_TYPE = 'M'
const FREQUENCY = 'ADHO'

/** Returns the configuration of the gateway's script with its token. The page adds its own `responseHandler`. */
export function checkoutConfig(
  merchant: Merchant,
  order: MandateOrder,
): { token: string; config: Record<string, unknown> } {
  const mandate = { maxAmount: order.maxAmount, amountType: AMOUNT_TYPE, frequency: FREQUENCY }
  const startDate = dayMonthYear(order.debitStartDate)
  const endDate = dayMonthYear(order.debitEndDate)
  const token = requestToken(
    { ...order, ...mandate, ...NO_CONTACT, merchantId: merchant.id, amount: TEST_AMOUNT, startDate, endDate },
    merchant.salt,
  )
  const consumerData = {
    deviceId: DEVICE,
    token,
    ...{ merchantId: merchant.id, currency: 'INR', paymentMode: 'netBanking' },
    items: [{ itemId: merchant.scheme, amount: TEST_AMOUNT, comAmt: '0' }],
    ...account(order),
    ...{ debitStartDate: startDate, debitEndDate: endDate, ...mandate },
  }
  const features = {
    enableSI: true,
    siDetailsAtMerchantEnd: true,
    // The page turns this off where the bank has to open in the same tab.
    enableNewWindowFlow: true,
    enableAbortResponse: true,
    // The answer comes to the page at once. The page offers the next attempt, with a new transaction.
    showPGResponseMsg: false,
  }
  return { token, config: { tarCall: false, features, consumerData } }
}

/** The gateway accepts a phone and an e-mail address. A mandate by net banking needs neither, so they stay empty. */
const NO_CONTACT = { phone: '', email: '' }

function account(order: MandateOrder) {
  return {
    // Always sent: without it the script cannot go on where no window can be opened.
    returnUrl: order.returnUrl,
    txnId: order.transactionId,
    consumerId: order.consumerId,
    accountNo: order.accountNo,
    accountHolderName: holderName(order.accountName),
    accountType: 'Saving',
    ifscCode: order.ifscCode,
  }
}

/**
 * The values of a request's hash, in this order, exactly as the script gets them. Dates are DD-MM-YYYY; `amount` is
 * the total of the items, `1` and not `1.00` when the item is written so.
 */
const hashed = [
  ...(['merchantId', 'transactionId', 'amount', 'accountNo', 'consumerId', 'phone', 'email'] as const),
  ...(['startDate', 'endDate', 'maxAmount', 'amountType', 'frequency'] as const),
]
export type TokenParts = Record<(typeof hashed)[number], string>

/** Number, month, year and code of a card. We send none, but the hash includes them. */
const NO_CARD = ['', '', '', '']

/** Returns the gateway's hash: the values and the salt joined with bars, as lower-case hexadecimal. */
function hashOf(values: readonly string[], salt: string): string {
  return createHash('sha512')
    .update([...values, salt].join('|'))
    .digest('hex')
}

/** Returns the token of a request, a hash over its seventeen values. */
export function requestToken(parts: TokenParts, salt: string): string {
  return hashOf([...hashed.map((part) => parts[part]), ...NO_CARD], salt)
}

/** Compares two hashes in constant time. */
function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The gateway's status codes. */
export const codes = {
  success: '0300',
  initiated: '0398',
  /** The bank has not answered yet: ask again the same day (0396) or the next (0397). */
  askToday: '0396',
  askTomorrow: '0397',
  refused: '0399',
  aborted: '0392',
  notFound: '9999',
} as const

const states: Record<string, GatewayAnswer['state']> = {
  [codes.success]: 'active',
  [codes.initiated]: 'initiated',
  [codes.askToday]: 'initiated',
  [codes.askTomorrow]: 'initiated',
  [codes.refused]: 'failed',
  [codes.aborted]: 'aborted',
  // Another code for the same, which one integrator has met.
  '0002': 'aborted',
}

/** Returns the state that a code means. An unlisted code is `unknown`, so the gateway is asked again. */
export function stateOf(code: string): GatewayAnswer['state'] {
  return Object.hasOwn(states, code) ? (states[code] ?? 'unknown') : 'unknown'
}

/** Restores the leading zeros of a code that was sent as a number. */
export function fullCode(code: string): string {
  return /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code
}

/** Fields before and after the one that repeats our request, which may itself contain bars. */
const BEFORE = 7
const AFTER = 8
/** Far longer than any answer; longer text is not parsed. */
const MAX_LENGTH = 16_384

/** Returns the sixteen fields of a message; undefined when it has fewer. */
export function splitFields(message: string): string[] | undefined {
  if (message.length > MAX_LENGTH) return undefined
  // Recorded strings sometimes end in an ampersand.
  const parts = message.trim().replace(/&+$/, '').split('|')
  if (parts.length < BEFORE + 1 + AFTER) return undefined
  const end = parts.length - AFTER
  return [...parts.slice(0, BEFORE), parts.slice(BEFORE, end).join('|'), ...parts.slice(end)]
}

/**
 * Reads a response string; undefined when it is malformed or its hash was not made with our salt. Requests are hashed
 * the same way and every browser receives its own, but a request begins with our merchant id and an answer does not.
 */
export function readResponse(
  message: string,
  { id, salt }: Pick<Merchant, 'id' | 'salt'>,
): GatewayAnswer | undefined {
  const fields = splitFields(message)
  const hash = fields?.pop()
  if (!fields || !hash || fields.join('|').startsWith(`${id}|`)) return undefined
  if (!sameHash(hash, hashOf(fields, salt))) return undefined
  const [told = '', words = '', reason = '', transactionId = '', , gatewayId, amount = '', meta = ''] = fields
  const mandateRegNo = fields[13]
  const known = readMeta(meta)
  // A payment can succeed without a mandate. An active mandate has a number.
  const code = stateOf(told) === 'active' && !mandateRegNo && !known.umrn ? codes.initiated : told
  return {
    transactionId,
    state: stateOf(code),
    code,
    message: words,
    ...given({ reason: reason === 'NA' ? '' : reason, gatewayId, mandateRegNo }),
    ...given({ amount: plainRupees(amount) }),
    ...known,
  }
}

/** Reads what the bank registered, from `{itc:~mandateData{UMRNNumber:…~amount_type:M~…}}{email:…}{mob:…}`. */
export function readMeta(meta: string): Pick<GatewayAnswer, 'umrn' | 'registered' | 'ambiguous'> {
  const [, body, ...others] = meta.split('mandateData{')
  // A browser wrote the parts beside the registration, so a second one can be forged.
  if (others.length > 0) return { ambiguous: true }
  if (body === undefined) return {}
  const pairs = body.slice(0, Math.max(0, body.indexOf('}'))).split('~')
  const entries = new Map(pairs.map((pair) => splitPair(pair)))
  const text = (key: string) => entries.get(key) ?? ''
  const registered = given({
    accountNo: text('account_number'),
    accountName: text('accountHolderName'),
    ifscCode: text('ifsc_code'),
    maxAmount: plainRupees(text('amount')),
    startDate: isoDate(text('schedule_date')),
    endDate: isoDate(text('expiry_date')),
    amountType: text('amount_type'),
    frequency: text('frequency'),
  })
  return { ...given({ umrn: text('UMRNNumber') }), registered }
}

function splitPair(pair: string): [string, string] {
  const colon = pair.indexOf(':')
  return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1).trim()]
}

/** Converts DD-MM-YYYY to YYYY-MM-DD; undefined when it is not a date. */
function isoDate(text: string): string | undefined {
  const date = text.split('-').reverse().join('-')
  return isRealDate(date) ? date : undefined
}

/** Drops empty entries. The gateway writes nothing, `null` or '' for the same. */
export function given<Key extends string>(
  values: Record<Key, string | undefined>,
): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value)
  return Object.fromEntries(entries) as Partial<Record<Key, string>>
}

/** Returns rupees in one spelling: `5000` for `05000.00`, `5000.50` for `5000.5`; undefined for anything else. */
export function plainRupees(text: string): string | undefined {
  const [, whole, paise = ''] = /^0*(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const rest = paise.padEnd(2, '0')
  return rest === '00' ? whole : `${whole}.${rest}`
}
