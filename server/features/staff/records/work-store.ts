import { type NotNull, sql } from 'kysely'
import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { Db } from '#server/platform/db/client.ts'

/** What staff change of a record. */
export interface WorkChange {
  status?: RecordStatus | undefined
  /** Empty for nobody. */
  assignedTo?: string | undefined
}

/** Changes a record that still has this version, and counts the change; whether it had. */
export async function updateWork(
  trx: Db,
  kind: RecordKind,
  { id, version, status, assignedTo }: WorkChange & { id: string; version: number },
): Promise<boolean> {
  const set = [
    sql`version = version + 1`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(assignedTo === undefined ? [] : [sql`assigned_to = ${assignedTo}`]),
  ]
  const { numAffectedRows } = await sql`
    update ${sql.table(kind)} set ${sql.join(set)} where id = ${id} and version = ${version}`.execute(trx)
  return numAffectedRows === 1n
}

/** Holds a record's row until the transaction ends, so that no erasure comes between; false where it is gone. */
export async function holdRecord(trx: Db, kind: RecordKind, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(kind)} set version = version where id = ${id}`.execute(trx)
  return numAffectedRows === 1n
}

/** What a change of many records begins with, by their references, held on PostgreSQL until the transaction ends. */
export async function holdNamed(trx: Db, kind: RecordKind, references: readonly string[]) {
  await sql`
    update ${sql.table(kind)} set version = version where reference in (${sql.join(references)})`.execute(trx)
  return trx
    .selectFrom(kind)
    .select(['id', 'reference', 'status', 'assigned_to', 'version'])
    .where('reference', 'in', references)
    .$narrowType<{ reference: NotNull }>()
    .execute()
}
