import { sql } from 'kysely'
import { expect } from 'vitest'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, loadConfig, type Source } from '#server/config/config.ts'
import { documentsOf, type StoredApplication } from '#server/features/careers/store.ts'
import { listRecords } from '#server/features/records/store.ts'
import { listEnquiries, type StoredEnquiry } from '#tests/support/enquiry.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pagesOf, primaryKeys, tableNames } from '#server/platform/db/tables.ts'
import { type Engine, makePlace, type Place } from './place.ts'
import type { TestServer } from './server.ts'

export function newKey(): string {
  return randomBytes(32).toString('base64')
}

/** Reads the settings; throws if a test gives wrong ones. */
export function configOf(settings: Source): Config {
  const answer = loadConfig(settings)
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  return answer.config
}

/** Makes a place for a server with settings of its own. */
export async function keptPlace(engine: Engine, settings: Source): Promise<Place> {
  const place = await makePlace(engine)
  return { ...place, settings: { ...place.settings, ...settings } }
}

/** Returns everything in the database, to show that nothing changed. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  const read = async ({ name }: { name: string }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

/** Returns every readable stored enquiry, oldest first. */
export function storedEnquiries({ deps }: TestServer): Promise<StoredEnquiry[]> {
  return Array.fromAsync(listEnquiries(deps.db, deps.cipher, { since: 0, unreadable: () => undefined }))
}

export async function storedApplications({ deps: { db, cipher } }: TestServer): Promise<StoredApplication[]> {
  const of = { kind: 'applications', since: 0, unreadable: () => undefined } as const
  const listed = await Array.fromAsync(listRecords(db, cipher, of))
  return Promise.all(
    listed.map(async (one) => ({ ...one, documents: await documentsOf(db, cipher, one.id) })),
  )
}

/** Returns every byte that a thief of the folder and the database's rows would have. */
async function everythingKept({ place, deps }: TestServer): Promise<Buffer> {
  const entries = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const folder = await Promise.all(files.map((file) => readFile(file)))
  const rows = Object.values(await allRows(deps.db)).flat()
  return Buffer.concat([...folder, Buffer.from([...files, ...rows].join('\n'))])
}

/** Returns a value in every notation that would reveal it. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  return [value, value.toUpperCase(), bytes.toString('base64url'), bytes.toString('hex')]
}

/** Fails if one of these values is in the stored data, in `more`, or in the log. */
export async function expectSecret(server: TestServer, values: readonly string[], more = Buffer.alloc(0)) {
  const everything = Buffer.concat([more, await everythingKept(server)])
  const isKept = (form: string) => everything.includes(form) || server.log().includes(form)
  expect(values.flatMap(formsOf).filter(isKept)).toEqual([])
  expect(everything.length).toBeGreaterThan(10_000)
  return everything
}

/** Returns everything in the database for a holder of the key: one line for each cell, decrypted. */
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
