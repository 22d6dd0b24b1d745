import type { ExecutiveStatus } from '#contract/schemas/staff-records.ts'
import { statusOf } from '#server/features/records/executive-status-store.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { AgreementKind, AgreementRow } from '#server/platform/db/schema.ts'
import { newId, randomLetters } from '#server/platform/ids.ts'

const table = 'agreements'

/** The name that an agreement has among people, such as `AG-7K2M-0QXW-93HT`: 60 random bits, so that none is taken. */
function newAgreementReference(): string {
  return ['AG', ...Array.from({ length: 3 }, () => randomLetters(4))].join('-')
}

/** What a person of this status is to accept next; nothing for the others. */
const openKinds: Partial<Record<ExecutiveStatus, AgreementKind>> = {
  registered: 'agreement',
  mandate_failed: 'agreement',
  annex_open: 'annex',
}

/** The rows of a person's agreement and the annexes to it, in the order in which they were begun. */
export function rowsOf(db: Db, executiveId: string) {
  return db.selectFrom(table).selectAll().where('executive_id', '=', executiveId).orderBy('number')
}

/** Whose, and the time at which a row is begun. */
export interface Begun {
  executiveId: string
  now: number
}

/**
 * The row of what a person is to accept next, begun when first needed; undefined where nothing is left. It is one at a
 * time: while it is not accepted, a mandate that replaces another one changes its form.
 */
export async function openRow(db: Db, { executiveId, now }: Begun): Promise<AgreementRow | undefined> {
  // The rows before the status: both move forward alone, so that of an older pair nothing is begun twice.
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

/** The id in the public address of what a person is to accept next, otherwise of their agreement: it opens nothing else. */
export async function addressOf(db: Db, begun: Begun): Promise<string> {
  const row = (await openRow(db, begun)) ?? (await rowsOf(db, begun.executiveId).executeTakeFirst())
  if (!row)
    throw new Error('a person has no agreement although one was just begun: check the table agreements')
  return row.address
}
