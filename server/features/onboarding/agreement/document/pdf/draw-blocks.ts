import type { AgreementBlock, AgreementRow } from '#contract/schemas/agreements.ts'
import {
  type Column,
  linesOf,
  needRoom,
  paper,
  roomLeft,
  rule,
  type Sheet,
  type Styles,
  wholeWidth,
  writeLines,
} from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

const headingGaps: Record<'H1' | 'H2', { above: number; below: number }> = {
  H1: { above: 0, below: 10 },
  H2: { above: 14, below: 4 },
}
const PARAGRAPH_GAP = 6
const INDENT = 14

/** Lines kept free below a heading, so that none is the last of a page. */
const KEEP = 6

export function drawHeading(
  sheet: Sheet,
  parent: Structure,
  { tag, text, keep }: { tag: 'H1' | 'H2'; text: string; keep?: number | undefined },
): void {
  const { above, below } = headingGaps[tag]
  const style = sheet.styles[tag]
  const lines = linesOf(sheet, text, { style, width: wholeWidth.width })
  needRoom(sheet, above + lines.length * style.leading + below + (keep ?? KEEP * sheet.styles.body.leading))
  if (sheet.y > paper.top) sheet.y += above
  const element = sheet.doc.struct(tag)
  parent.add(element)
  writeLines(sheet, lines, { element, tag, style, x: wholeWidth.x })
  sheet.y += below
}

export interface BlockPlace {
  parent: Structure
  column: Column
  photo: Uint8Array | undefined
}

export function drawBlock(sheet: Sheet, block: AgreementBlock, place: BlockPlace): void {
  switch (block.kind) {
    case 'paragraph':
      return drawParagraph(sheet, block.text, place)
    case 'list':
      return drawList(sheet, block.items, place)
    case 'table':
      return drawTable(sheet, block, place)
    case 'photo':
      return drawPhoto(sheet, block.alt, place)
    case 'signature':
      return drawSignature(sheet, block, place)
  }
}

function drawParagraph(sheet: Sheet, text: string, { parent, column }: BlockPlace): void {
  const { body } = sheet.styles
  const lines = linesOf(sheet, text, { style: body, width: column.width })
  // Two lines at least before a page's end, and more where it announces what follows.
  needRoom(sheet, Math.min(lines.length, 2) * body.leading + (text.endsWith(':') ? 4 * body.leading : 0))
  const element = sheet.doc.struct('P')
  parent.add(element)
  writeLines(sheet, lines, { element, tag: 'P', style: body, x: column.x })
  sheet.y += PARAGRAPH_GAP
}

function drawList(sheet: Sheet, items: readonly string[], { parent, column }: BlockPlace): void {
  const { body } = sheet.styles
  const whole = sheet.doc.struct('L')
  parent.add(whole)
  for (const item of items) {
    const lines = linesOf(sheet, item, { style: body, width: column.width - INDENT })
    needRoom(sheet, Math.min(lines.length, 2) * body.leading)
    const entry = sheet.doc.struct('LI')
    whole.add(entry)
    const label = sheet.doc.struct('Lbl')
    const words = sheet.doc.struct('LBody')
    entry.add(label).add(words)
    const top = sheet.y
    const bullet = linesOf(sheet, '•', { style: body, width: INDENT })
    writeLines(sheet, bullet, { element: label, tag: 'Lbl', style: body, x: column.x + 2 })
    sheet.y = top
    writeLines(sheet, lines, { element: words, tag: 'LBody', style: body, x: column.x + INDENT })
    sheet.y += 3
  }
  sheet.y += PARAGRAPH_GAP - 3
}

/** A passport photo is 35 by 45 millimetres. */
const photoBox = { width: 99, height: 128 }

/** At the right edge, beside what comes next; where that begins stays as it is. */
function drawPhoto(sheet: Sheet, alt: string, { parent, photo }: BlockPlace): void {
  if (!photo) return
  needRoom(sheet, photoBox.height)
  const figure = sheet.doc.struct('Figure', { alt })
  parent.add(figure)
  const content = sheet.doc.markStructureContent('Figure')
  const x = wholeWidth.x + wholeWidth.width - photoBox.width
  const picture = Buffer.from(photo)
  sheet.doc.image(picture, x, sheet.y + 4, { fit: [photoBox.width, photoBox.height], align: 'right' })
  sheet.doc.endMarkedContent()
  figure.add(content)
}

/** What a photo leaves of the width to the block beside it. */
export const besidePhoto: Column = { x: wholeWidth.x, width: wholeWidth.width - photoBox.width - 16 }
/** How far down a photo reaches. */
export const photoHeight = photoBox.height + 10

function drawSignature(
  sheet: Sheet,
  { label, name }: { label: string; name: string },
  { parent, column }: BlockPlace,
): void {
  const { signed, small } = sheet.styles
  const width = Math.min(column.width, 320)
  const lines = linesOf(sheet, name, { style: signed, width })
  needRoom(sheet, 10 + Math.min(lines.length, 4) * signed.leading + small.leading + 12)
  sheet.y += 10
  const element = sheet.doc.struct('P')
  const caption = sheet.doc.struct('P')
  parent.add(element).add(caption)
  if (lines.length === 0) sheet.y += signed.leading
  writeLines(sheet, lines, { element, tag: 'P', style: signed, x: column.x })
  sheet.y += 2
  rule(sheet, { x: column.x, width }, '#1a1a1a')
  sheet.y += 3
  const below = linesOf(sheet, label, { style: small, width })
  writeLines(sheet, below, { element: caption, tag: 'P', style: small, x: column.x })
  sheet.y += PARAGRAPH_GAP
}

const LABEL_SHARE = 0.34
const CELL_GAP = 10
const PADDING = 3

/** Labels with their values; a row stays on one page where it has room on one. */
function drawTable(
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
  const { caption, value } = sheet.styles
  needRoom(sheet, caption.leading + 4 * value.leading)
  const element = sheet.doc.struct('Caption')
  table.add(element)
  const lines = linesOf(sheet, text, { style: caption, width: column.width })
  writeLines(sheet, lines, { element, tag: 'Caption', style: caption, x: column.x })
  sheet.y += 2
}

function drawRow(
  sheet: Sheet,
  row: AgreementRow,
  { table, column }: { table: Structure; column: Column },
): void {
  const labelWidth = column.width * LABEL_SHARE
  const valueX = column.x + labelWidth + CELL_GAP
  const { label, value } = sheet.styles
  const labels = linesOf(sheet, row.label, { style: label, width: labelWidth })
  const style = valueStyle(row.value, sheet.styles)
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

/** A fingerprint stays on one line, for whoever searches for it. */
function valueStyle(text: string, { fingerprint, value }: Styles) {
  return /^[0-9a-f]{64}$/.test(text) ? fingerprint : value
}
