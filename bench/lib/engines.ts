import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { getTool, postgres as postgresTool } from '#scripts/test-tools.ts'
import { beforeExit } from './child.ts'
import { progress } from './report.ts'

/** What stands in the tables after a load. */
export interface Kept {
  enquiries: number
  /** Enquiries with an e-mail address of their own: as many, if none was stored twice. */
  distinct: number
  /** Jobs the outbox has not finished. */
  waiting: number
}

/** A database the server is measured on, made afresh for each round. */
export interface Engine {
  name: string
  /** The setting that points the server at it, and where the bare inserts go. */
  open(folder: string): Promise<{ databaseUrl: string; bareTarget: string }>
  /** Counts what the server left in `folder` or at `databaseUrl`, once it has stopped. */
  kept(place: { folder: string; databaseUrl: string }): Promise<Kept>
  /** How many rows a table holds then. */
  rows(place: { folder: string; databaseUrl: string }, table: string): Promise<number>
  /** Stops what was started for it. */
  close(): Promise<void>
}

const counting = `
  select count(*) as enquiries, count(distinct email_index) as "distinct",
    (select count(*) from jobs where status = 'ready') as waiting
  from enquiries`

/** The embedded database's file; the data folder holds one beside the lock. */
export function sqliteFile(folder: string): string {
  const data = join(folder, 'data')
  const name = readdirSync(data).find((file) => file.endsWith('.db'))
  if (name === undefined) throw new Error(`${data} holds no database`)
  return join(data, name)
}

export const sqlite: Engine = {
  name: 'SQLite',
  open: (folder) => Promise.resolve({ databaseUrl: '', bareTarget: folder }),
  kept({ folder }) {
    const database = new DatabaseSync(sqliteFile(folder), { readOnly: true })
    const row = database.prepare(counting).get() as unknown as Kept
    database.close()
    return Promise.resolve(row)
  },
  rows({ folder }, table) {
    const database = new DatabaseSync(sqliteFile(folder), { readOnly: true })
    const row = database.prepare(`select count(*) as count from ${table}`).get() as { count: number }
    database.close()
    return Promise.resolve(row.count)
  },
  close: () => Promise.resolve(),
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** TEST_DATABASE_URL's server, or one of our own on a throw-away folder; a line on stderr when neither can be had. */
export async function postgres(): Promise<Engine | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  const own = given ? undefined : await getTool(postgresTool, progress)
  if (own && 'missing' in own) {
    progress(`PostgreSQL is left out: ${own.missing}`)
    return undefined
  }
  const admin = given ?? own?.env['TEST_DATABASE_URL'] ?? ''
  const made: string[] = []
  if (own) beforeExit.add(own.stop)
  return {
    name: 'PostgreSQL',
    async open() {
      const name = `bench_${randomBytes(6).toString('hex')}`
      await query(admin, `create database ${name}`)
      made.push(name)
      const url = new URL(admin)
      url.pathname = `/${name}`
      return { databaseUrl: url.href, bareTarget: url.href }
    },
    async kept({ databaseUrl }) {
      const { rows } = await query(databaseUrl, counting)
      const { enquiries, distinct, waiting } = rows[0] as Record<keyof Kept, string>
      return { enquiries: Number(enquiries), distinct: Number(distinct), waiting: Number(waiting) }
    },
    async rows({ databaseUrl }, table) {
      const { rows } = await query(databaseUrl, `select count(*) as count from ${table}`)
      return Number((rows[0] as { count: string }).count)
    },
    async close() {
      for (const name of made) await query(admin, `drop database if exists ${name} with (force)`)
      if (own === undefined) return
      beforeExit.delete(own.stop)
      await own.stop()
    },
  }
}
