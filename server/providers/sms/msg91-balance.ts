import * as z from 'zod'
import { type Balance, getJson } from '#server/platform/http-client/provider-call.ts'

/** The route that carries service messages. */
const ROUTE = '4'
/** Codes that come as a bare number too: a key that is none, an address that is not allowed. */
const refusals = [201, 207, 208, 418]
const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
])

/**
 * The messages that the key's account has left: a call that sends nothing. It answers a bare number, or
 * words with a status of 200 all the same. The vendor has the key in the address of this call alone.
 */
export async function msg91Balance(
  { url, authKey }: { url: string; authKey: string },
  limitMs: number,
): Promise<Balance> {
  const address = new URL('../balance.php', url.endsWith('/') ? url : `${url}/`)
  address.search = String(new URLSearchParams({ authkey: authKey, type: ROUTE }))
  const answer = await getJson({ url: address.href, limitMs })
  if (!answer.ok && answer.failure !== 'rubbish') return { ok: false, failure: answer.failure }
  if (!answer.ok || answer.status !== 200) return { ok: false, failure: 'refused' }
  const left = amount.safeParse(answer.body).data
  return left === undefined || refusals.includes(left)
    ? { ok: false, failure: 'refused' }
    : { ok: true, left }
}
