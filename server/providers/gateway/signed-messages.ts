import { createHash, timingSafeEqual } from 'node:crypto'
import { dayMonthYear, isRealDate } from '#contract/dates.ts'
import { type GatewayAnswer, holderName, type MandateOrder } from './port.ts'

/** Who we are to the gateway. */
export interface Merchant {
  id: string
  salt: string
  /** The scheme that money goes to: the gateway's name for our account with it. */
  scheme: string
}

/** The kind of device by which the gateway knows that hashes are SHA-512. */
const DEVICE = 'WEBSH2'
/** Rupees of the test debit, which the bank gives back or never takes. */
const TEST_AMOUNT = '1'
/** Up to the maximum, whenever it is due. */
const AMOUNT_TYPE = 'M'
const FREQUENCY = 'ADHO'

/** Everything the gateway's script is told, with its token; the page adds its own `responseHandler`. */
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
    // The page turns it off where the bank is to be shown in the tab itself.
    enableNewWindowFlow: true,
    enableAbortResponse: true,
    // The answer comes to the page at once: another try is the page's to offer, with a transaction of its own.
    showPGResponseMsg: false,
  }
  return { token, config: { tarCall: false, features, consumerData } }
}

/** The gateway would take a phone and an e-mail address too; a mandate by net banking needs neither, so it gets neither. */
const NO_CONTACT = { phone: '', email: '' }

/** Whose account it is, and where the answer goes. */
function account(order: MandateOrder) {
  return {
    // Sent always: without it the script has no way on where it cannot open a window.
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
 * What is hashed into a request, in this order, each exactly as the script is given it: days as DD-MM-YYYY,
 * `amount` the total of the items, `1` and not `1.00` when that is how the item is written.
 */
const hashed = [
  ...(['merchantId', 'transactionId', 'amount', 'accountNo', 'consumerId', 'phone', 'email'] as const),
  ...(['startDate', 'endDate', 'maxAmount', 'amountType', 'frequency'] as const),
]
export type TokenParts = Record<(typeof hashed)[number], string>

/** Number, month, year and code of a card: none here, and never left out of the hash. */
const NO_CARD = ['', '', '', '']

/** The gateway's hash: the values and the salt behind bars, in small hexadecimal letters. */
function hashOf(values: readonly string[], salt: string): string {
  return createHash('sha512')
    .update([...values, salt].join('|'))
    .digest('hex')
}

/** The token of a request, over its seventeen values. */
export function requestToken(parts: TokenParts, salt: string): string {
  return hashOf([...hashed.map((part) => parts[part]), ...NO_CARD], salt)
}

/** Whether two hashes are one, told in the same time wherever they differ. */
function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The gateway's status codes. */
export const codes = {
  success: '0300',
  initiated: '0398',
  /** The bank gave no answer yet: ask again the same day, or the next. */
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
  // Another spelling of the same that one integrator met.
  '0002': 'aborted',
}

/** What a code says of a mandate; one that is not on the list says nothing, so the gateway is asked again. */
export function stateOf(code: string): GatewayAnswer['state'] {
  return Object.hasOwn(states, code) ? (states[code] ?? 'unknown') : 'unknown'
}

/** A code with the zeros it lost where it travelled as a number. */
export function fullCode(code: string): string {
  return /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code
}

/** Fields before the one that holds what we sent, and after it: that one may hold bars itself. */
const BEFORE = 7
const AFTER = 8
/** Far more than any answer has: a longer text is not weighed. */
const MAX_LENGTH = 16_384

/** The sixteen fields in their order, with what we sent as one; undefined when there are not as many. */
export function splitFields(message: string): string[] | undefined {
  if (message.length > MAX_LENGTH) return undefined
  // Recorded strings end now and then in a stray ampersand.
  const parts = message.trim().replace(/&+$/, '').split('|')
  if (parts.length < BEFORE + 1 + AFTER) return undefined
  const end = parts.length - AFTER
  return [...parts.slice(0, BEFORE), parts.slice(BEFORE, end).join('|'), ...parts.slice(end)]
}

/**
 * Reads a response string; undefined when it is none, or its hash was not made with our salt. Requests are hashed in the
 * same way and every browser is given theirs: they begin with who we are, and no answer does.
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
  // A payment alone goes through without a mandate: one that is set up has a number.
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

/** What the bank registered, from `{itc:~mandateData{UMRNNumber:…~amount_type:M~…}}{email:…}{mob:…}`. */
export function readMeta(meta: string): Pick<GatewayAnswer, 'umrn' | 'registered' | 'ambiguous'> {
  const [, body, ...others] = meta.split('mandateData{')
  // Parts that a browser wrote stand beside it, and a second one might be theirs.
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

/** DD-MM-YYYY as YYYY-MM-DD; undefined for what is no day. */
function isoDate(text: string): string | undefined {
  const date = text.split('-').reverse().join('-')
  return isRealDate(date) ? date : undefined
}

/** The entries that hold something: the gateway writes nothing, `null` or an empty text for the same. */
export function given<Key extends string>(
  values: Record<Key, string | undefined>,
): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value)
  return Object.fromEntries(entries) as Partial<Record<Key, string>>
}

/** Rupees without needless zeros, so that `5000.00` and `5000` are one text; undefined for what is no amount. */
export function plainRupees(text: string): string | undefined {
  const [, whole, paise = ''] = /^0*(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const rest = paise.padEnd(2, '0')
  return rest === '00' ? whole : `${whole}.${rest}`
}
