import type { Db } from '#server/platform/db/client.ts'
import { pagesOf, primaryKeys, tableNames } from '#server/platform/db/tables.ts'
import { openOr, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** Everything that stands in the database as whoever has the key reads it: a line for each cell, the encrypted ones opened. */
export async function decryptedCells(db: Db, cipher: FieldCipher): Promise<string[]> {
  const lines: string[] = []
  for (const table of tableNames) {
    const key = primaryKeys[table]
    for await (const rows of pagesOf(db, table)) {
      for (const row of rows) {
        const id = key.map((column) => row[column]).join('/')
        for (const [column, value] of Object.entries(row)) {
          const text = String(value)
          const open = () => cipher.decrypt({ table, column, row: id }, text)
          const clear = text.startsWith('v1.') ? openOr(open, text) : text
          lines.push(`${table}.${column}: ${clear}`)
        }
      }
    }
  }
  return lines
}
