import { stringify } from 'csv-stringify/sync'
import { visible } from '#server/platform/message-text.ts'
import type { Row } from './export-rows-service.ts'

/** Rows written at once; each write to a pipe costs as much as the text of many rows. */
const BATCH_ROWS = 200

export async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
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
 * RFC 4180; a cell that a spreadsheet would run as a formula begins with an apostrophe. No byte order mark: for every
 * reader but a spreadsheet it would be part of the first column's name.
 */
export async function* csv(rows: AsyncIterable<Row>, columns: string[]): AsyncGenerator<string> {
  const form = { columns, record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true }
  let before = stringify([columns], form)
  for await (const batch of inBatches(rows)) {
    yield before + stringify(batch.map(visibleCells), form)
    before = ''
  }
  yield before
}
