import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import { tryCounting, type UseRule } from './database-counters.ts'

const HOUR_MS = 3_600_000

/** Receipts of enquiries to one mailbox in a day: anybody can name any address. */
const perMailbox: UseRule = { name: 'receipt_person', points: 1, windowMs: 24 * HOUR_MS }

/** What addresses that reach one mailbox have in common: letter case and what follows a plus are left out. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
}

/**
 * Receipts in an hour. The open part anybody may take, since a crowd behind one address is honest; beyond it each provider's
 * network may hold its share of the hour, so that a flood from one leaves the rest to the others.
 */
const HOUR = { points: 1200, open: 1 / 4, network: 1 / 10 }

/**
 * Whether somebody who sent a form gets a receipt by mail, which is counted in the caller's transaction: nobody gets one for
 * what was not stored. An application's mail carries the link to the page of one's own, and counts by no mailbox: under an
 * address there is one application, and another takes its place only with a link that was mailed there. Call it last: whoever
 * counts here waits for the end of the transaction that counted before.
 */
export async function mayGetReceipt(
  trx: Db,
  { cipher, config }: { cipher: FieldCipher; config: { rateLimitScale: number } },
  { of, email, address, now }: { of: 'enquiry' | 'application'; email: string; address: string; now: number },
): Promise<boolean> {
  const points = Math.max(1, Math.floor(HOUR.points * config.rateLimitScale))
  const all = { name: 'receipts', points, windowMs: HOUR_MS }
  return tryCounting(trx, { cipher, now }, async (count) => {
    if (of === 'enquiry') await count({ rule: perMailbox, key: mailboxOf(email) })
    const { count: taken } = await count({ rule: all, key: 'all' })
    const share = taken <= Math.ceil(points * HOUR.open) ? 1 : HOUR.network
    const network = { name: 'receipts_network', points: Math.ceil(points * share), windowMs: HOUR_MS }
    await count({ rule: network, key: providerNetworkOf(address) })
  })
}
