import type { AgreementRow } from '#contract/schemas/agreements.ts'
import type { TextStyle } from './lines.ts'
import { type Column, linesOf, needRoom, paper, roomLeft, rule, type Sheet, writeLines } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

const label: TextStyle = { size: 9, leading: 14, colour: '#4a4a4a' }
const value: TextStyle = { size: 10, leading: 14 }
/** A fingerprint stays on one line, for whoever searches for it. */
const fingerprint: TextStyle = { size: 7.6, leading: 14 }
const captionStyle: TextStyle = { size: 10, leading: 15, bold: true }
const LABEL_SHARE = 0.34
const CELL_GAP = 10
const PADDING = 3

/** Labels with their values; a row stays on one page where it has room on one. */
export function drawTable(
  sheet: Sheet,
  { caption, rows }: { caption: string; rows: readonly AgreementRow[] },
  { parent, column }: { parent: Structure; column: Column },
): void {
  const table = sheet.doc.struct('Table')
  parent.add(table)
  drawCaption(sheet, caption, { table, column })
  for (const row of rows) drawRow(sheet, row, { table, column })
  rule(sheet, column)
  sheet.y += 9
}

function drawCaption(
  sheet: Sheet,
  text: string,
  { table, column }: { table: Structure; column: Column },
): void {
  needRoom(sheet, captionStyle.leading + 4 * value.leading)
  const element = sheet.doc.struct('Caption')
  table.add(element)
  const lines = linesOf(sheet, text, { style: captionStyle, width: column.width })
  writeLines(sheet, lines, { element, tag: 'Caption', style: captionStyle, x: column.x })
  sheet.y += 2
}

function drawRow(
  sheet: Sheet,
  row: AgreementRow,
  { table, column }: { table: Structure; column: Column },
): void {
  const labelWidth = column.width * LABEL_SHARE
  const valueX = column.x + labelWidth + CELL_GAP
  const labels = linesOf(sheet, row.label, { style: label, width: labelWidth })
  const style = /^[0-9a-f]{64}$/.test(row.value) ? fingerprint : value
  const values = linesOf(sheet, row.value, { style, width: column.x + column.width - valueX })
  const height = Math.max(labels.length, values.length) * value.leading + 2 * PADDING
  if (height < paper.height - paper.top - paper.bottom || roomLeft(sheet) < 5 * value.leading) {
    needRoom(sheet, height)
  }
  rule(sheet, column)
  sheet.y += PADDING
  const tr = sheet.doc.struct('TR')
  table.add(tr)
  // Its type lacks the scope, which pdfkit knows.
  const head = sheet.doc.struct('TH', { scope: 'Row' } as object)
  const cell = sheet.doc.struct('TD')
  tr.add(head).add(cell)
  const top = sheet.y
  const page = sheet.doc.page
  writeLines(sheet, labels, { element: head, tag: 'TH', style: label, x: column.x })
  const afterLabel = sheet.y
  // A label never goes over a page's end, so its row can be gone back to.
  if (sheet.doc.page === page) sheet.y = top
  writeLines(sheet, values, { element: cell, tag: 'TD', style, x: valueX })
  if (sheet.doc.page === page) sheet.y = Math.max(sheet.y, afterLabel)
  sheet.y += PADDING
}
