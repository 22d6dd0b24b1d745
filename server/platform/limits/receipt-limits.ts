import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import { tryCounting, type UseRule } from './database-counters.ts'

const HOUR_MS = 3_600_000

/** Receipts to one e-mail address in a day: anybody can name any address. */
const perPerson: UseRule = { name: 'receipt_person', points: 1, windowMs: 24 * HOUR_MS }

/**
 * Receipts in an hour. The open part anybody may take, since a crowd behind one address is honest; beyond it each provider's
 * network may hold its share of the hour, so that a flood from one leaves the rest to the others.
 */
const HOUR = { points: 1200, open: 1 / 4, network: 1 / 10 }

/**
 * Whether somebody who sent a form gets a receipt by mail, which is counted in the caller's transaction: nobody gets one for
 * what was not stored. Call it last: whoever counts here waits for the end of the transaction that counted before.
 */
export async function mayGetReceipt(
  trx: Db,
  { cipher, config }: { cipher: FieldCipher; config: { rateLimitScale: number } },
  { email, address, now }: { email: string; address: string; now: number },
): Promise<boolean> {
  const points = Math.max(1, Math.floor(HOUR.points * config.rateLimitScale))
  const all = { name: 'receipts', points, windowMs: HOUR_MS }
  return tryCounting(trx, { cipher, now }, async (count) => {
    await count({ rule: perPerson, key: email.toLowerCase() })
    const { count: taken } = await count({ rule: all, key: 'all' })
    const share = taken <= Math.ceil(points * HOUR.open) ? 1 : HOUR.network
    const network = { name: 'receipts_network', points: Math.ceil(points * share), windowMs: HOUR_MS }
    await count({ rule: network, key: providerNetworkOf(address) })
  })
}
