import PDFDocument from 'pdfkit'
import { type FontName, openFont } from './fonts.ts'
import { breakLines, type Line, type Measure, type Piece, type TextStyle } from './text-layout.ts'
import { languages } from '#contract/messages/languages.ts'
import type { OneText } from '#contract/schemas/agreements.ts'

type Structure = PDFKit.PDFStructureElement

/** A4 in points, with margins of two centimetres; the foot holds the page's number. */
export const paper = { width: 595.28, height: 841.89, left: 57, right: 57, top: 57, bottom: 71 } as const
const textWidth = paper.width - paper.left - paper.right

const INK = '#1a1a1a'

const QUIET = '#4a4a4a'

/** How each kind of text of an agreement is set. */
const styles = {
  H1: { size: 20, leading: 28, bold: true },
  H2: { size: 12.5, leading: 18, bold: true },
  body: { size: 10, leading: 15 },
  caption: { size: 10, leading: 15, bold: true },
  label: { size: 9, leading: 14, colour: QUIET },
  value: { size: 10, leading: 14 },
  fingerprint: { size: 7.6, leading: 14 },
  /** The name that signs, and the line below it. */
  signed: { size: 16, leading: 24 },
  small: { size: 8.5, leading: 13, colour: QUIET },
  foot: { size: 8, leading: 12, colour: QUIET },
} satisfies Record<string, TextStyle>
export type Styles = Record<keyof typeof styles, TextStyle>

/** Noto's Devanagari and Gujarati reach 0.41 em below the line, its Latin 0.29. */
const TALL = 1.15

/** The styles of a text in that language. */
export function stylesIn(language: OneText['language']): Styles {
  if (language === languages.en.tag) return styles
  const taller = Object.entries(styles).map(([name, style]) => [
    name,
    { ...style, leading: style.leading * TALL },
  ])
  return Object.fromEntries(taller) as Styles
}

/** Where on the paper a text goes: its left edge and its width. */
export interface Column {
  x: number
  width: number
}
export const wholeWidth: Column = { x: paper.left, width: textWidth }

/** The page being written and how far down it is written; goes on to a new one when it is full. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  /** Points from the top of the page. */
  y: number
  measure: Measure
  /** Of the language that is being written. */
  styles: Styles
}

export interface SheetOptions {
  title: string
  language: OneText['language']
  createdAt: number
}

/** A tagged document whose dates come from outside, so that the same content makes the same bytes. */
export function openSheet({ title, language, createdAt }: SheetOptions): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    font: '',
    info: { Title: title, CreationDate: new Date(createdAt), Creator: 'Agency website', Producer: 'PDFKit' },
  })
  const registered = new Set<FontName>()
  const measure: Measure = (text, font, size) => {
    // pdfkit takes an opened font, which its type does not say.
    if (!registered.has(font)) doc.registerFont(font, openFont(font) as unknown as string)
    registered.add(font)
    return doc.font(font).fontSize(size).widthOfString(text)
  }
  return { doc, y: paper.top, measure, styles: stylesIn(language) }
}

/** Room left on the page, in points. */
export function roomLeft(sheet: Sheet): number {
  return paper.height - paper.bottom - sheet.y
}

/** Begins a new page where there is less room than that, unless this one is still empty. */
export function needRoom(sheet: Sheet, height: number): void {
  if (height > roomLeft(sheet) && sheet.y > paper.top) newPage(sheet)
}

export function newPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = paper.top
}

export function linesOf(
  sheet: Sheet,
  text: string,
  { style, width }: { style: TextStyle; width: number },
): Line[] {
  return breakLines(text, style, { width, measure: sheet.measure })
}

/** Writes lines below each other as one element of the structure, over the end of a page where they reach it. */
export function writeLines(
  sheet: Sheet,
  lines: readonly Line[],
  { element, tag, style, x }: { element: Structure; tag: string; style: TextStyle; x: number },
): void {
  let rest = [...lines]
  while (rest.length > 0) {
    needRoom(sheet, style.leading)
    const count = Math.max(1, Math.floor(roomLeft(sheet) / style.leading))
    const content = sheet.doc.markStructureContent(tag)
    for (const line of rest.slice(0, count)) {
      writeLine(sheet, line, { style, x })
      sheet.y += style.leading
    }
    sheet.doc.endMarkedContent()
    element.add(content)
    rest = rest.slice(count)
  }
}

/** Writes one line at the sheet's height. */
export function writeLine(sheet: Sheet, line: Line, { style, x }: { style: TextStyle; x: number }): void {
  let at = x
  for (const piece of line) {
    writePiece(sheet, piece, { style, x: at })
    at += piece.width
  }
}

/** Writes text on one line, with the baseline of Latin letters in every font. */
function writePiece(
  { doc, y }: Sheet,
  { font, text }: Piece,
  { style, x }: { style: TextStyle; x: number },
): void {
  doc
    .font(font)
    .fontSize(style.size)
    .fillColor(style.colour ?? INK)
  const write = () =>
    doc.text(text, x, y + style.leading * 0.74, { lineBreak: false, baseline: 'alphabetic' })
  if (font.startsWith('latin')) write()
  else withActualText(doc, text, write)
}

/**
 * Glyphs of Indian scripts are in visual order, so readers get the text itself (ActualText). It has to enclose the text
 * object alone, within pdfkit's change of coordinates: some readers place it by those in force at its end.
 */
function withActualText(doc: PDFKit.PDFDocument, text: string, write: () => void): void {
  const hex = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  const { addContent } = doc
  doc.addContent = (content: unknown) => {
    if (content === 'BT') addContent.call(doc, `/Span <</ActualText <${hex}>>> BDC`)
    addContent.call(doc, content)
    return content === 'ET' ? addContent.call(doc, 'EMC') : doc
  }
  try {
    write()
  } finally {
    doc.addContent = addContent
  }
}

/** A line of decoration, which readers pass over. */
export function rule(sheet: Sheet, { x, width }: Column, colour = '#c8c8c8'): void {
  const { doc, y } = sheet
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .strokeColor(colour)
    .stroke()
  doc.endMarkedContent()
}
