import { askGateway, applyStatus } from './status-service.ts'
import { isContradicted } from './rules.ts'
import type { MandateDeps } from './service.ts'
import { findMandate } from './store.ts'

/** An answer that the gateway's server or a browser brought. */
export interface Brought {
  genuine: boolean
  /** What the gateway's server is told. */
  receipt: string
  /** The mandate it is of, if we know it, and what opens the record that it is to mend. */
  mandate: { created_at: number; retryToken: string | null } | undefined
}
export type Receive = (message: string, source: 'callback' | 'return') => Promise<Brought>

/** Answers remembered by their hash; what is older is looked up among the events. */
const REMEMBERED = 1000

/**
 * Makes the way in for answers. One that comes again costs the comparison of its hash and nothing more, however often
 * and however many at once: it changes nothing that it did not change the first time.
 */
export function createReceive(deps: MandateDeps): Receive {
  const booked = new Map<string, Promise<Brought['mandate']>>()

  return async (message, source) => {
    const answer = deps.gateway.readAnswer(message)
    const receipt = deps.gateway.receipt(answer, message)
    if (!answer) return { genuine: false, receipt, mandate: undefined }
    // Its hash was found right, so that no other answer has the same.
    const key = `${source} ${/[\da-f]+(?=\W*$)/i.exec(message)?.[0].toLowerCase()}`
    const known = booked.get(key)
    if (known) return { genuine: true, receipt, mandate: await known }
    const mandate = take(deps, { answer, source })
    booked.set(key, mandate)
    mandate.catch(() => booked.delete(key))
    const [oldest] = booked.keys()
    if (booked.size > REMEMBERED && oldest !== undefined) booked.delete(oldest)
    return { genuine: true, receipt, mandate: await mandate }
  }
}

/**
 * Books an answer. One that says otherwise than what is known has the gateway asked: at once, and by the schedule should
 * that fail.
 */
async function take(
  deps: MandateDeps,
  { source, answer }: Pick<Parameters<typeof applyStatus>[2], 'source' | 'answer'>,
): Promise<Brought['mandate']> {
  const mandate = await findMandate(deps.db, deps.cipher, { transaction_id: answer.transactionId })
  if (!mandate) return undefined
  const {
    mandate: after,
    told: status,
    isNew,
    altered,
  } = await applyStatus(deps, mandate, { source, answer })
  if (status && isNew && !altered && isContradicted(after.status, { source, status }))
    await askGateway(deps, after)
  const { created_at, retry_of } = mandate
  return { created_at, retryToken: retry_of && (await deps.recordLinks.tokenOf(retry_of)) }
}
