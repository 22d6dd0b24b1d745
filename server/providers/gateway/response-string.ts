import { isRealDate } from '#contract/dates.ts'
import { hashOf, type Merchant, sameHash } from './checkout-config.ts'
import type { GatewayAnswer } from './port.ts'
import { codes, stateOf } from './status-codes.ts'

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
