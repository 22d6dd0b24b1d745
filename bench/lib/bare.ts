// The least that could do the same as the server, as programs of their own: `serve FILE [FOLDER]` gives every request
// the answer that FILE holds as JSON, once it has read the body or written it to FOLDER; `insert WHERE SECONDS` commits
// rows like those that the server left in its data folder or at a postgres:// address.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { finished } from 'node:stream/promises'
import { timesOf, type Times } from './report.ts'

/** An answer as it goes over the wire. */
export interface Answer {
  headers: Record<string, string>
  /** Base64. */
  body: string
}

export interface Inserts extends Times {
  perSecond: number
}

function serve(file: string, folder: string | undefined): void {
  const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as Answer
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((request, response) => {
    const answer = () => response.writeHead(200, headers).end(bytes)
    if (request.method === 'GET') return answer()
    const read = folder === undefined ? finished(request.resume()) : writeWhole(request, folder)
    read.then(answer, () => response.destroy())
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
}

async function writeWhole(request: IncomingMessage, folder: string): Promise<void> {
  const file = await open(join(folder, randomBytes(12).toString('hex')), 'w')
  for await (const piece of request) await file.write(piece as Buffer)
  await file.sync()
  await file.close()
}

type Row = Record<string, SQLInputValue>
interface Table {
  sample: Row
  /** Commits one row; resolves when it is on disk. */
  insert(row: Row): Promise<unknown>
}

function openSqlite(folder: string): Table {
  const source = new DatabaseSync(join(folder, 'data', 'agency.sqlite'), { readOnly: true })
  const schema = source
    .prepare("select sql from sqlite_master where tbl_name = 'records' and sql is not null")
    .all()
  const sample = source.prepare('select * from records limit 1').get() as Row
  source.close()
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  for (const { sql } of schema) database.exec(String(sql))
  const names = Object.keys(sample)
  const statement = database.prepare(
    `insert into records (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  return { sample, insert: async (row) => statement.run(...names.map((name) => row[name] ?? null)) }
}

async function openPostgres(connectionString: string): Promise<Table> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, max: CLIENTS })
  await pool.query('create schema bare; create table bare.records (like public.records including all)')
  const { rows } = await pool.query<Row>('select * from records limit 1')
  const sample = rows[0] ?? {}
  const names = Object.keys(sample)
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  const text = `insert into bare.records (${names.join(', ')}) values (${places})`
  return {
    sample,
    insert: (row) => pool.query({ name: 'insert', text, values: names.map((name) => row[name]) }),
  }
}

const CLIENTS = 16

async function insertRows(where: string, seconds: number): Promise<Inserts> {
  const { sample, insert } = where.startsWith('postgres') ? await openPostgres(where) : openSqlite(where)
  // What differs from row to row is made anew: the same sizes, the same work for the indexes.
  const row = (): Row => ({
    ...sample,
    id: randomBytes(24).toString('base64url'),
    created_at: Date.now(),
    email_index: randomBytes(16).toString('base64url'),
    phone_index: randomBytes(16).toString('base64url'),
  })
  const insertFor = async (ms: number) => {
    const times: number[] = []
    const begun = performance.now()
    const client = async () => {
      for (let from = begun; from < begun + ms; from = performance.now()) {
        await insert(row())
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    return { perSecond: (1000 * times.length) / (performance.now() - begun), ...timesOf(times) }
  }
  await insertFor(1000)
  return insertFor(seconds * 1000)
}

if (import.meta.main) {
  const [role, first = '', second] = process.argv.slice(2)
  if (role === 'serve') serve(first, second)
  else {
    process.stdout.write(JSON.stringify(await insertRows(first, Number(second))), () => process.exit())
  }
}
