import { dayMonthYear } from '#contract/dates.ts'
import { holderName, type MandateOrder } from './port.ts'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Who we are to the gateway. */
export interface Merchant {
  id: string
  salt: string
  /** The scheme that money goes to: the gateway's name for our account with it. */
  scheme: string
}

/** Says SHA-512 to the gateway. */
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
  const email = plainEmail(order.email)
  const startDate = dayMonthYear(order.debitStartDate)
  const endDate = dayMonthYear(order.debitEndDate)
  const token = requestToken(
    { ...order, ...mandate, email, merchantId: merchant.id, amount: TEST_AMOUNT, startDate, endDate },
    merchant.salt,
  )
  const consumerData = {
    deviceId: DEVICE,
    token,
    ...{ merchantId: merchant.id, currency: 'INR', paymentMode: 'netBanking' },
    items: [{ itemId: merchant.scheme, amount: TEST_AMOUNT, comAmt: '0' }],
    ...account({ ...order, email }),
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

/** An address as the gateway's script takes one; it refuses the whole order for another. */
const PLAIN_EMAIL = /^[\w.+-]+@[a-z\d.-]+\.[a-z]{2,}$/i

function plainEmail(email: string): string {
  return PLAIN_EMAIL.test(email) ? email : ''
}

/** Whose account it is, and where the answer goes. */
function account(order: MandateOrder) {
  return {
    // Sent always: without it the script has no way on where it cannot open a window.
    returnUrl: order.returnUrl,
    txnId: order.transactionId,
    consumerId: order.consumerId,
    consumerMobileNo: order.phone,
    ...(order.email === '' ? {} : { consumerEmailId: order.email }),
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

/** How the gateway hashes, told by the kind of device the script says it is. */
export type HashName = 'sha512' | 'sha256'

/** Number, month, year and code of a card: none here, and never left out of the hash. */
const NO_CARD = ['', '', '', '']

/** The gateway's hash: the values and the salt behind bars, in small hexadecimal letters. */
export function hashOf(values: readonly string[], salt: string, name: HashName = 'sha512'): string {
  return createHash(name)
    .update([...values, salt].join('|'))
    .digest('hex')
}

/** The token of a request, over its seventeen values. */
export function requestToken(parts: TokenParts, salt: string, name: HashName = 'sha512'): string {
  return hashOf([...hashed.map((part) => parts[part]), ...NO_CARD], salt, name)
}

/** Whether two hashes are one, told in the same time wherever they differ. */
export function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
