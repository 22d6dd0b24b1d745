import { UnsealError } from '#server/lib/sealing.ts'
import type { Sealer } from '#server/lib/sealing.ts'
import type { Db } from './client.ts'

const row = 'only'
const place = { table: 'key_check', column: 'sealed', row }

/**
 * Whether this key is the one that sealed the database. The first key to come is taken for the right one; with
 * another the server would write what nobody could read beside what it cannot read itself.
 */
export async function isRightKey(db: Db, sealer: Sealer): Promise<boolean> {
  await db
    .insertInto('key_check')
    .values({ id: row, sealed: sealer.seal(place, 'the right key') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db.selectFrom('key_check').select('sealed').executeTakeFirstOrThrow()
  try {
    sealer.open(place, sealed)
    return true
  } catch (error) {
    if (error instanceof UnsealError) return false
    throw error
  }
}
