import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import { handle, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type SandboxBank, notifyProduct } from './bank-service.ts'

/** The gateway's own call to the product's server (wires 1.8). */
const callProduct: JobKind<{ transactionId: string }> = {
  name: 'sandbox.call-product',
  payload: z.object({ transactionId: z.string() }),
  maxAttempts: 10,
}

/** Books such a call for later. */
export function createCallLater(deps: { db: Db; clock: Clock }) {
  return async (transactionId: string, delayMs: number): Promise<void> => {
    const now = deps.clock.now()
    await enqueue(deps.db, callProduct, [{ payload: { transactionId }, now, runAt: now + delayMs }])
  }
}

export function callProductHandler(sandboxBank: SandboxBank): JobHandler {
  return handle(callProduct, async ({ transactionId }) => {
    const failure = await notifyProduct(sandboxBank, transactionId)
    return failure === undefined ? { done: true } : { done: false, failure }
  })
}
