import { stringify } from 'csv-stringify/sync'
import { visible } from './parse-args.ts'

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
