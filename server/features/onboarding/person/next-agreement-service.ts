import * as z from 'zod/mini'
import { api } from '#contract/paths.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { statusOf } from '#server/features/records/executive-status-store.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { addressOf } from './agreement-reference-store.ts'

export const drawForm: JobKind<{ executiveId: string }> = {
  name: 'agreements.draw-form',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts: 30,
}

/** Mails a person the link under which an annex awaits them. */
export const notifyAnnex: JobKind<{ executiveId: string }> = {
  name: 'agreements.notify-annex',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts: 30,
}

/** Enqueues the making of a person's form in the commit that changes its content, and for an annex also the mail. */
export async function enqueueForm(
  trx: Db,
  { executiveId, now }: { executiveId: string; now: number },
): Promise<void> {
  const job = { payload: { executiveId }, now }
  await enqueue(trx, drawForm, [job])
  if (await hasOpenAnnex(trx, executiveId)) await enqueue(trx, notifyAnnex, [job])
}

export async function hasOpenAnnex(db: Db, executiveId: string): Promise<boolean> {
  return (await statusOf(db, executiveId)) === 'annex_open'
}

/** Returns an address, valid for a quarter of an hour, of what the person is to accept next, or of their agreement. */
export async function agreementUrl({ db, clock, links }: App, executiveId: string): Promise<string> {
  return links.make(api.agreement + (await addressOf(db, { executiveId, now: clock.now() })))
}

/** Returns whether that person has accepted the agreement itself. */
export async function isSigned({ db }: App, id: string): Promise<boolean> {
  return hasAgreement(await statusOf(db, id))
}
