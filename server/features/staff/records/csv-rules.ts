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

/**
 * Where a cell could begin for a spreadsheet, with what it would run as a formula: at the start, and after a semicolon, a tab
 * or a line break too, for where the system's list separator is no comma quotes in the middle of a line mean nothing
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaBegins = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+@\uff1d\uff0b\uff20\uff0d-])|^(?=[\t\r\n])/g

function safeCell(text: string | null | undefined): string {
  return visible(text ?? '').replaceAll(formulaBegins, "'")
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}

/**
 * RFC 4180 with every cell in quotes; before what a spreadsheet would run as a formula stands an apostrophe. No byte order
 * mark: for every reader but a spreadsheet it would be part of the first column's name.
 */
export async function* csv(rows: AsyncIterable<Row>, columns: string[]): AsyncGenerator<string> {
  yield lineOf(columns)
  for await (const batch of inBatches(rows)) {
    yield batch.map((row) => lineOf(columns.map((column) => safeCell(row[column])))).join('')
  }
}
