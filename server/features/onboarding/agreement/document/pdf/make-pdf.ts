import { buffer } from 'node:stream/consumers'
import { codeOfTag } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type {
  AgreementBlock,
  AgreementRow,
  AgreementSection,
  AgreementText,
  OneText,
} from '#contract/schemas/agreements.ts'
import type { AgreementData } from '#server/features/onboarding/agreement/document/agreement-data.ts'
import { agreementTextOf } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import { digestOf, sha256 } from '#server/platform/crypto/digest.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { type Column, paper, Sheet, type Styles, stylesIn, wholeWidth } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

/** A document and its SHA-256 digests in lower-case hexadecimal. */
export interface MadeAgreement {
  pdf: Uint8Array
  pdfSha256: string
  text: AgreementText
  textSha256: string
}

/** Makes the form to accept or, with an `acceptance`, the accepted agreement with its evidence, unsigned. */
export async function makeAgreement(data: AgreementData): Promise<MadeAgreement> {
  const text = agreementTextOf(data)
  const pdf = await makePdf(text, {
    createdAt: data.acceptance?.at ?? data.preparedAt,
    reference: data.reference,
    photo: data.photo,
  })
  return { pdf, pdfSha256: sha256(pdf), text, textSha256: digestOf(text) }
}

/** The entry point of the worker thread. */
export { makeAgreement as run }

interface PdfOptions {
  /** Milliseconds; the only time in the file. */
  createdAt: number
  /** The agreement's reference, printed at the foot of each page. */
  reference: string
  photo: Uint8Array | undefined
}

/** Makes the agreement as a tagged A4 PDF: the same input gives the same bytes. Throws if the photo is no JPEG or PNG. */
export async function makePdf(
  { english, ...text }: AgreementText,
  { createdAt, reference, photo }: PdfOptions,
): Promise<Buffer> {
  const sheet = new Sheet({ title: text.title, language: text.language, createdAt })
  const bytes = buffer(sheet.doc)
  const whole = sheet.doc.struct('Document')
  sheet.doc.addStructure(whole)
  const texts: OneText[] = english ? [text, english] : [text]
  const ends = texts.map((one, index) => {
    if (index > 0) sheet.newPage()
    drawText(sheet, one, { parent: english ? partOf(sheet, whole, one) : whole, photo })
    return sheet.doc.bufferedPageRange().count
  })
  whole.end()
  drawFeet(sheet, { texts, ends, reference })
  sheet.doc.end()
  return bytes
}

/** Adds a part in one of two languages, marked for screen readers. */
function partOf(sheet: Sheet, whole: Structure, { language: lang }: OneText): Structure {
  const part = sheet.doc.struct('Part', { lang })
  whole.add(part)
  return part
}

interface Place {
  parent: Structure
  photo: Uint8Array | undefined
}

function drawText(sheet: Sheet, { language, title, summary, sections }: OneText, place: Place): void {
  sheet.styles = stylesIn(language)
  drawHeading(sheet, place.parent, { tag: 'H1', text: title })
  drawAll(sheet, summary, { ...place, column: wholeWidth })
  for (const section of sections) drawSection(sheet, section, place)
}

function drawSection(
  sheet: Sheet,
  { part, heading, blocks }: AgreementSection,
  { parent: whole, photo }: Place,
): void {
  if (part === 'evidence') sheet.newPage()
  const parent = sheet.doc.struct('Sect')
  whole.add(parent)
  const [first, ...rest] = blocks
  drawHeading(sheet, parent, {
    tag: 'H2',
    text: heading,
    keep: first?.kind === 'photo' ? photoHeight : undefined,
  })
  const wide = { parent, column: wholeWidth, photo }
  if (first?.kind !== 'photo') return drawAll(sheet, blocks, wide)
  const { page } = sheet.doc
  const below = sheet.y + photoHeight
  drawBlock(sheet, first, wide)
  drawAll(sheet, rest.slice(0, 1), { ...wide, column: besidePhoto })
  if (sheet.doc.page === page) sheet.y = Math.max(sheet.y, below)
  drawAll(sheet, rest.slice(1), wide)
}

function drawAll(sheet: Sheet, blocks: readonly AgreementBlock[], place: BlockPlace): void {
  for (const block of blocks) drawBlock(sheet, block, place)
}

const headingGaps: Record<'H1' | 'H2', { above: number; below: number }> = {
  H1: { above: 0, below: 10 },
  H2: { above: 14, below: 4 },
}
const PARAGRAPH_GAP = 6
const INDENT = 14

/** Lines that must fit below a heading, so that no heading ends a page. */
const KEEP = 6

function drawHeading(
  sheet: Sheet,
  parent: Structure,
  { tag, text, keep }: { tag: 'H1' | 'H2'; text: string; keep?: number | undefined },
): void {
  const { above, below } = headingGaps[tag]
  const style = sheet.styles[tag]
  const lines = sheet.linesOf(text, { style, width: wholeWidth.width })
  sheet.needRoom(above + lines.length * style.leading + below + (keep ?? KEEP * sheet.styles.body.leading))
  if (sheet.y > paper.top) sheet.y += above
  const element = sheet.doc.struct(tag)
  parent.add(element)
  sheet.writeLines(lines, { element, tag, style, x: wholeWidth.x })
  sheet.y += below
}

interface BlockPlace {
  parent: Structure
  column: Column
  photo: Uint8Array | undefined
}

function drawBlock(sheet: Sheet, block: AgreementBlock, place: BlockPlace): void {
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
  const lines = sheet.linesOf(text, { style: body, width: column.width })
  // At least two lines stay together at the end of a page, and more if the text announces what follows.
  sheet.needRoom(Math.min(lines.length, 2) * body.leading + (text.endsWith(':') ? 4 * body.leading : 0))
  const element = sheet.doc.struct('P')
  parent.add(element)
  sheet.writeLines(lines, { element, tag: 'P', style: body, x: column.x })
  sheet.y += PARAGRAPH_GAP
}

function drawList(sheet: Sheet, items: readonly string[], { parent, column }: BlockPlace): void {
  const { body } = sheet.styles
  const whole = sheet.doc.struct('L')
  parent.add(whole)
  for (const item of items) {
    const lines = sheet.linesOf(item, { style: body, width: column.width - INDENT })
    sheet.needRoom(Math.min(lines.length, 2) * body.leading)
    const entry = sheet.doc.struct('LI')
    whole.add(entry)
    const label = sheet.doc.struct('Lbl')
    const words = sheet.doc.struct('LBody')
    entry.add(label).add(words)
    const top = sheet.y
    const bullet = sheet.linesOf('•', { style: body, width: INDENT })
    sheet.writeLines(bullet, { element: label, tag: 'Lbl', style: body, x: column.x + 2 })
    sheet.y = top
    sheet.writeLines(lines, { element: words, tag: 'LBody', style: body, x: column.x + INDENT })
    sheet.y += 3
  }
  sheet.y += PARAGRAPH_GAP - 3
}

/** A passport photo is 35 by 45 millimetres. */
const photoBox = { width: 99, height: 128 }

/** Draws the photo at the right edge without moving the position of the next block. */
function drawPhoto(sheet: Sheet, alt: string, { parent, photo }: BlockPlace): void {
  if (!photo) return
  sheet.needRoom(photoBox.height)
  const figure = sheet.doc.struct('Figure', { alt })
  parent.add(figure)
  const content = sheet.doc.markStructureContent('Figure')
  const x = wholeWidth.x + wholeWidth.width - photoBox.width
  const picture = Buffer.from(photo)
  sheet.doc.image(picture, x, sheet.y + 4, { fit: [photoBox.width, photoBox.height], align: 'right' })
  sheet.doc.endMarkedContent()
  figure.add(content)
}

/** The width that a photo leaves for the block beside it. */
const besidePhoto: Column = { x: wholeWidth.x, width: wholeWidth.width - photoBox.width - 16 }
const photoHeight = photoBox.height + 10

function drawSignature(
  sheet: Sheet,
  { label, name }: { label: string; name: string },
  { parent, column }: BlockPlace,
): void {
  const { signed, small } = sheet.styles
  const width = Math.min(column.width, 320)
  const lines = sheet.linesOf(name, { style: signed, width })
  sheet.needRoom(10 + Math.min(lines.length, 4) * signed.leading + small.leading + 12)
  sheet.y += 10
  const element = sheet.doc.struct('P')
  const caption = sheet.doc.struct('P')
  parent.add(element).add(caption)
  if (lines.length === 0) sheet.y += signed.leading
  sheet.writeLines(lines, { element, tag: 'P', style: signed, x: column.x })
  sheet.y += 2
  sheet.rule({ x: column.x, width }, '#1a1a1a')
  sheet.y += 3
  const below = sheet.linesOf(label, { style: small, width })
  sheet.writeLines(below, { element: caption, tag: 'P', style: small, x: column.x })
  sheet.y += PARAGRAPH_GAP
}

const LABEL_SHARE = 0.34
const CELL_GAP = 10
const PADDING = 3

/** Draws labels with their values; a row that fits on one page is not split. */
function drawTable(
  sheet: Sheet,
  { caption, rows }: { caption: string; rows: readonly AgreementRow[] },
  { parent, column }: { parent: Structure; column: Column },
): void {
  const table = sheet.doc.struct('Table')
  parent.add(table)
  drawCaption(sheet, caption, { table, column })
  for (const row of rows) drawRow(sheet, row, { table, column })
  sheet.rule(column)
  sheet.y += 9
}

function drawCaption(
  sheet: Sheet,
  text: string,
  { table, column }: { table: Structure; column: Column },
): void {
  const { caption, value } = sheet.styles
  sheet.needRoom(caption.leading + 4 * value.leading)
  const element = sheet.doc.struct('Caption')
  table.add(element)
  const lines = sheet.linesOf(text, { style: caption, width: column.width })
  sheet.writeLines(lines, { element, tag: 'Caption', style: caption, x: column.x })
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
  const labels = sheet.linesOf(row.label, { style: label, width: labelWidth })
  const style = valueStyle(row.value, sheet.styles)
  const values = sheet.linesOf(row.value, { style, width: column.x + column.width - valueX })
  const height = Math.max(labels.length, values.length) * value.leading + 2 * PADDING
  if (height < paper.height - paper.top - paper.bottom || sheet.roomLeft() < 5 * value.leading) {
    sheet.needRoom(height)
  }
  sheet.rule(column)
  sheet.y += PADDING
  const tr = sheet.doc.struct('TR')
  table.add(tr)
  // The type lacks `scope`, which pdfkit supports.
  const head = sheet.doc.struct('TH', { scope: 'Row' } as object)
  const cell = sheet.doc.struct('TD')
  tr.add(head).add(cell)
  const top = sheet.y
  const page = sheet.doc.page
  sheet.writeLines(labels, { element: head, tag: 'TH', style: label, x: column.x })
  const afterLabel = sheet.y
  // A label never crosses the end of a page, so the values can start at its height again.
  if (sheet.doc.page === page) sheet.y = top
  sheet.writeLines(values, { element: cell, tag: 'TD', style, x: valueX })
  if (sheet.doc.page === page) sheet.y = Math.max(sheet.y, afterLabel)
  sheet.y += PADDING
}

/** A digest stays on one line, so that people can search for it. */
function valueStyle(text: string, { fingerprint, value }: Styles) {
  return /^[0-9a-f]{64}$/.test(text) ? fingerprint : value
}

const FOOT_GAP = 20

interface Feet {
  texts: readonly OneText[]
  /** The number of pages up to the end of each text. */
  ends: readonly number[]
  reference: string
}

/** Writes page numbers once their total is known, in the language of each page. */
function drawFeet(sheet: Sheet, { texts, ends, reference }: Feet): void {
  const { count } = sheet.doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    const text = texts[ends.findIndex((end) => page < end)]
    if (!text) continue
    const { title, version, language } = text
    const words = dictionaries[codeOfTag(language)].agreementDocument
    sheet.doc.switchToPage(page)
    sheet.styles = stylesIn(language)
    const foot = fill(words.foot, { title, reference, version })
    drawFoot(sheet, foot, fill(words.page, { page: page + 1, count }))
  }
}

function drawFoot(sheet: Sheet, foot: string, number: string): void {
  const { doc, styles } = sheet
  const style = styles.foot
  sheet.y = paper.height - paper.bottom + FOOT_GAP
  const [right = []] = sheet.linesOf(number, { style, width: wholeWidth.width })
  const rightWidth = right.reduce((sum, { width }) => sum + width, 0)
  const width = wholeWidth.width - rightWidth - FOOT_GAP
  const [left = []] = sheet.linesOf(foot, { style, width })
  doc.markContent('Artifact', { type: 'Pagination' })
  sheet.writeLine(left, { style, x: wholeWidth.x })
  sheet.writeLine(right, { style, x: wholeWidth.x + wholeWidth.width - rightWidth })
  doc.endMarkedContent()
}
