import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'

/** The names of everybody who works or worked at the desk, by id; those that do not decrypt are left out. */
export async function staffNames({
  db,
  cipher,
}: {
  db: Db
  cipher: FieldCipher
}): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  const names = rows.map(({ id, name }) => {
    const open = () => cipher.decrypt({ table: 'staff', column: 'name', row: id }, name)
    return [id, openOr(open, undefined)] as const
  })
  return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])))
}
