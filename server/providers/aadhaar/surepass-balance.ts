import * as z from 'zod'
import { type Balance, getJson } from '#server/platform/http-client/provider-call.ts'

const reply = z.object({ success: z.literal(true), balance: z.number() })

/** The credits that the token's account has left: a call that verifies nobody. */
export async function surepassBalance(
  { url, token }: { url: string; token: string },
  limitMs: number,
): Promise<Balance> {
  const answer = await getJson({
    url: `${url.replace(/\/$/, '')}/utils/usage/balance`,
    headers: { authorization: `Bearer ${token}` },
    limitMs,
  })
  if (answer.status === 401 || answer.status === 403) return { ok: false, failure: 'refused' }
  if (!answer.ok) return { ok: false, failure: answer.failure }
  const read = reply.safeParse(answer.body)
  return read.success ? { ok: true, left: read.data.balance } : { ok: false, failure: 'rubbish' }
}
