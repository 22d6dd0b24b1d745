import { createHash, timingSafeEqual } from 'node:crypto'

/** What is hashed into a request, each exactly as the script is given it (wires 1.3). */
export interface TokenParts {
  merchantId: string
  transactionId: string
  /** Total of the items, `1` and not `1.00` when that is how the item is written. */
  amount: string
  accountNo: string
  consumerId: string
  phone: string
  email: string
  /** DD-MM-YYYY, as is the end. */
  startDate: string
  endDate: string
  maxAmount: string
  amountType: string
  frequency: string
}

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
  const values = [
    parts.merchantId,
    parts.transactionId,
    parts.amount,
    parts.accountNo,
    parts.consumerId,
    parts.phone,
    parts.email,
    parts.startDate,
    parts.endDate,
    parts.maxAmount,
    parts.amountType,
    parts.frequency,
    ...NO_CARD,
  ]
  return hashOf(values, salt, name)
}

/** Whether two hashes are one, told in the same time wherever they differ. */
export function sameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
