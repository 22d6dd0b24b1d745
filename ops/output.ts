import { stringify } from 'csv-stringify/sync'
import { visible } from './args.ts'
import { pipeline } from 'node:stream/promises'
import { OpsError } from './command.ts'

/** A row as it is written: text, or null where there is nothing. */
export type Row = Record<string, string | null>

/** Rows as pieces of text, in constant memory. */
type Writer = (rows: AsyncIterable<Row>, columns: string[]) => AsyncIterable<string>

export type Format = 'csv' | 'ndjson' | 'json'

export const writers: Record<Format, Writer> = { csv, ndjson, json }

/** Rows turned into text at once; each write to a pipe costs as much as the text of many rows. */
const BATCH_ROWS = 200

async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function visibleCells(row: Row): Row {
  const cells = Object.entries(row).map(([column, text]) => [column, text && visible(text)])
  return Object.fromEntries(cells)
}

/**
 * RFC 4180, with control characters made visible, and a cell that a spreadsheet would run as a formula begins with an apostrophe. No byte order mark: to
 * every reader but a spreadsheet it would be part of the first column's name, so that `id` would not be found.
 */
async function* csv(rows: AsyncIterable<Row>, columns: string[]): AsyncGenerator<string> {
  const form = { columns, record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true }
  let before = stringify([columns], form)
  for await (const batch of inBatches(rows)) {
    yield before + stringify(batch.map(visibleCells), form)
    before = ''
  }
  yield before
}

async function* ndjson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const batch of inBatches(rows))
    yield batch.map((row) => `${visible(JSON.stringify(row))}\n`).join('')
}

async function* json(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of inBatches(rows)) {
    yield before + batch.map((row) => visible(JSON.stringify(row))).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** Writes to standard output as fast as it is read; false when the reader closed it early (`| head -1`). */
export async function writeOut(text: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(text, process.stdout)
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return false
    if (syscall !== 'write') throw error
    throw new OpsError(`Standard output cannot be written (${code}): the output so far is incomplete`)
  }
}

/** Tells on standard error how far long work is. */
export interface Progress {
  /** What was done, and how many of them so far. */
  tell(what: string, count: number): void
  /** A last line of all that was done, with the seconds it took. */
  end(words: string): void
}

export function startProgress(): Progress {
  const begun = performance.now()
  const counts = new Map<string, number>()
  return {
    tell(what, count) {
      counts.set(what, count)
      if (count > 0) process.stderr.write(`${what}\t${count}\n`)
    },
    end(words) {
      const files = counts.get('files') ?? 0
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0) - files
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stderr.write(`${words}: ${rows} rows and ${files} files in ${seconds} s\n`)
    },
  }
}
