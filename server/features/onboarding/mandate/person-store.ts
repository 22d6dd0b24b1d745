import type { Db } from '#server/platform/db/client.ts'
import type { MandateRow } from '#server/platform/db/onboarding-rows.ts'

/** The record of whoever a mandate belongs to: theirs already, one it was meant to mend, or one of the same person. */
export async function recordOf(
  db: Db,
  { executive_id, retry_of, holder_index }: Pick<MandateRow, 'executive_id' | 'retry_of' | 'holder_index'>,
): Promise<string | undefined> {
  const known = executive_id ?? retry_of
  if (known !== null || holder_index === null) return known ?? undefined
  const record = db.selectFrom('executives').select('id').where('aadhaar_index', '=', holder_index)
  return (await record.executeTakeFirst())?.id
}

/** What a person has set up at their bank besides the mandate that their record names, and what we have not ended there. */
export async function activeBeside(db: Db, executiveId: string): Promise<MandateRow[]> {
  const person = db.selectFrom('executives').where('id', '=', executiveId)
  return db
    .selectFrom('mandates')
    .selectAll()
    .where((e) =>
      e.or([
        e('executive_id', '=', executiveId),
        e('retry_of', '=', executiveId),
        e.and([e('executive_id', 'is', null), e('holder_index', '=', person.select('aadhaar_index'))]),
      ]),
    )
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .where('id', '!=', person.select('mandate_id'))
    .orderBy('created_at')
    .execute()
}

/** Books that a mandate was ended at the gateway: staff need not be told any more that nobody registered with it. */
export async function markEnded(trx: Db, id: string, now: number): Promise<void> {
  const ended = { ended_at: now, staff_told_at: now }
  await trx.updateTable('mandates').set(ended).where('id', '=', id).execute()
}
