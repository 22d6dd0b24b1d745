import type { Db } from '#server/platform/db/client.ts'
import type { FieldCipher } from './field-cipher.ts'

const table = 'seal_keys'

/** The signing key that all processes share, stored encrypted; made at the first need. */
export async function sharedKey(
  db: Db,
  cipher: FieldCipher,
  wanted: { id: string; now: number; make(): Promise<string> },
): Promise<string> {
  const at = { table, column: 'sealed', row: wanted.id }
  const find = () => db.selectFrom(table).select('sealed').where('id', '=', wanted.id).executeTakeFirst()
  const known = await find()
  if (known) return cipher.decrypt(at, known.sealed)
  const made = cipher.encrypt(at, await wanted.make())
  await db
    .insertInto(table)
    .values({ id: wanted.id, created_at: wanted.now, sealed: made })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return cipher.decrypt(at, (await find())?.sealed ?? made)
}
