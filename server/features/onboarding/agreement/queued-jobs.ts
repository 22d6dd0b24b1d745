import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'

const payload = z.object({ executiveId: z.string() })

/** Draws the form up that the person is to read. */
export const drawForm: JobKind<{ executiveId: string }> = {
  name: 'agreements.draw-form',
  payload,
  maxAttempts: 30,
}

/** Has a person's form drawn up, in the commit after which it says something else. */
export function askForForm(
  trx: Db,
  { executiveId, now }: { executiveId: string; now: number },
): Promise<void> {
  return enqueue(trx, drawForm, [{ payload: { executiveId }, now }])
}

/**
 * Makes and signatures the signed document of an accepted agreement. It is owed, however long a timestamp authority or a
 * storage is away, so that its tries do not end within years.
 */
export const signAgreementPdf: JobKind<{ executiveId: string }> = {
  name: 'agreements.seal',
  payload,
  maxAttempts: 100_000,
}

/** Sends the signed document to one of the two parties. */
export const sendAgreement: JobKind<{ executiveId: string; to: string }> = {
  name: 'agreements.send',
  payload: z.object({ executiveId: z.string(), to: z.enum(['person', 'agency']) }),
  maxAttempts: 30,
}
