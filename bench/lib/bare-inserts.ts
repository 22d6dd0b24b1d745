// A process of its own: the engine's bare rate of inserts, one row a commit, by 16 clients at once.
// Arguments: where (a folder with the server's data, or a postgres:// address) and for how many seconds.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { sqliteFile } from './engines.ts'
import { percentile } from './figures.ts'

const CLIENTS = 16
const [where = '', seconds = '8'] = process.argv.slice(2)

type Row = Record<string, SQLInputValue>
/** Commits one row; resolves when it is on disk. */
type Insert = (row: Row) => Promise<void>

/** Like the row the server wrote, with what differs from row to row made anew: the same sizes, the same indexes' work. */
function rowLike(sample: Row): Row {
  return {
    ...sample,
    id: randomBytes(24).toString('base64url'),
    created_at: Date.now(),
    email_index: randomBytes(16).toString('base64url'),
    phone_index: randomBytes(16).toString('base64url'),
  }
}

function openSqlite(folder: string): { sample: Row; insert: Insert } {
  const source = new DatabaseSync(sqliteFile(folder), { readOnly: true })
  const schema = source
    .prepare("select sql from sqlite_master where tbl_name = 'enquiries' and sql is not null")
    .all()
  const sample = source.prepare('select * from enquiries limit 1').get() as Row
  source.close()
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  for (const { sql } of schema) database.exec(String(sql))
  const names = Object.keys(sample)
  const places = names.map(() => '?').join(', ')
  const statement = database.prepare(`insert into enquiries (${names.join(', ')}) values (${places})`)
  return {
    sample,
    async insert(row) {
      // One connection serves all: the clients wait for each other here, as they do in the engine.
      await Promise.resolve()
      statement.run(...names.map((name) => row[name] ?? null))
    },
  }
}

async function openPostgres(connectionString: string): Promise<{ sample: Row; insert: Insert }> {
  const pool = new pg.Pool({ connectionString, max: CLIENTS })
  await pool.query('create schema bare; create table bare.enquiries (like public.enquiries including all)')
  const { rows } = await pool.query<Row>('select * from enquiries limit 1')
  const sample = rows[0] ?? {}
  const names = Object.keys(sample)
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  const text = `insert into bare.enquiries (${names.join(', ')}) values (${places})`
  return {
    sample,
    async insert(row) {
      await pool.query({ name: 'insert', text, values: names.map((name) => row[name]) })
    },
  }
}

const { sample, insert } = where.startsWith('postgres') ? await openPostgres(where) : openSqlite(where)
const times: number[] = []

async function client(until: number): Promise<void> {
  while (performance.now() < until) {
    const begun = performance.now()
    await insert(rowLike(sample))
    times.push(performance.now() - begun)
  }
}

function clients(duration: number): Promise<void[]> {
  const until = performance.now() + duration
  return Promise.all(Array.from({ length: CLIENTS }, () => client(until)))
}

await clients(1000)
times.length = 0
const begun = performance.now()
await clients(Number(seconds) * 1000)
const perSecond = times.length / ((performance.now() - begun) / 1000)
const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share))
process.stdout.write(JSON.stringify({ perSecond, p50, p95, p99, max }), () => process.exit())
