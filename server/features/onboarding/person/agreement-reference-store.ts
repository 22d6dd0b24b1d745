import type { ExecutiveStatus } from '#contract/schemas/staff-records.ts'
import { statusOf } from '#server/features/records/executive-status-store.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { AgreementKind, AgreementRow } from '#server/platform/db/schema.ts'
import { newId, randomLetters } from '#server/platform/ids.ts'

const table = 'agreements'

/** Returns a new agreement reference such as `AG-7K2M-0QXW-93HT`: 60 random bits, so that none repeats. */
function newAgreementReference(): string {
  return ['AG', ...Array.from({ length: 3 }, () => randomLetters(4))].join('-')
}

/** What a person of this status is to accept next; nothing for other statuses. */
const openKinds: Partial<Record<ExecutiveStatus, AgreementKind>> = {
  registered: 'agreement',
  mandate_failed: 'agreement',
  annex_open: 'annex',
}

/** Returns the rows of a person's agreement and annexes, oldest first. */
export function rowsOf(db: Db, executiveId: string) {
  return db.selectFrom(table).selectAll().where('executive_id', '=', executiveId).orderBy('number')
}

/** Whose row, and when it is created. */
export interface Begun {
  executiveId: string
  now: number
}

/**
 * Returns the row of what a person is to accept next, created when first needed; undefined if nothing is left. There
 * is one at a time: until it is accepted, a replaced mandate changes its form.
 */
export async function openRow(db: Db, { executiveId, now }: Begun): Promise<AgreementRow | undefined> {
  // The rows are read before the status. Both only move forward, so an outdated pair never creates a row twice.
  const last = (await rowsOf(db, executiveId).execute()).at(-1)
  const status = await statusOf(db, executiveId)
  const kind = openKinds[status as ExecutiveStatus]
  if (!kind) return undefined
  if (last?.accepted_at === null) return last
  await db
    .insertInto(table)
    .values({
      ...{ id: newId(), executive_id: executiveId, number: (last?.number ?? -1) + 1, kind },
      ...{ reference: newAgreementReference(), address: newId(), created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['executive_id', 'number']).doNothing())
    .execute()
  const begun = (await rowsOf(db, executiveId).execute()).at(-1)
  return begun?.accepted_at === null ? begun : undefined
}

/** Returns the public id of what a person is to accept next, or of their agreement. The id alone opens nothing. */
export async function addressOf(db: Db, begun: Begun): Promise<string> {
  const row = (await openRow(db, begun)) ?? (await rowsOf(db, begun.executiveId).executeTakeFirst())
  if (!row)
    throw new Error('a person has no agreement although one was just begun: check the table agreements')
  return row.address
}
