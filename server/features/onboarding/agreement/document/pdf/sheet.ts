import PDFDocument from 'pdfkit'
import { languages } from '#contract/messages/languages.ts'
import type { OneText } from '#contract/schemas/agreements.ts'
import {
  breakLines,
  type FontName,
  type Line,
  type Measure,
  openFont,
  type TextStyle,
} from './text-layout.ts'

type Structure = PDFKit.PDFStructureElement

/** A4 in points, with margins of two centimetres; the page number is in the foot. */
export const paper = { width: 595.28, height: 841.89, left: 57, right: 57, top: 57, bottom: 71 } as const
const textWidth = paper.width - paper.left - paper.right

const INK = '#1a1a1a'

const QUIET = '#4a4a4a'

const styles = {
  H1: { size: 20, leading: 28, bold: true },
  H2: { size: 12.5, leading: 18, bold: true },
  body: { size: 10, leading: 15 },
  caption: { size: 10, leading: 15, bold: true },
  label: { size: 9, leading: 14, colour: QUIET },
  value: { size: 10, leading: 14 },
  fingerprint: { size: 7.6, leading: 14 },
  /** The name of the person who signs, and the line below it. */
  signed: { size: 16, leading: 24 },
  small: { size: 8.5, leading: 13, colour: QUIET },
  foot: { size: 8, leading: 12, colour: QUIET },
} satisfies Record<string, TextStyle>
export type Styles = Record<keyof typeof styles, TextStyle>

/** Noto's Devanagari and Gujarati extend 0.41 em below the baseline, its Latin 0.29 em. */
const TALL = 1.15

/** Returns the styles for text in a language. */
export function stylesIn(language: OneText['language']): Styles {
  if (language === languages.en.tag) return styles
  const taller = Object.entries(styles).map(([name, style]) => [
    name,
    { ...style, leading: style.leading * TALL },
  ])
  return Object.fromEntries(taller) as Styles
}

/** The left edge and the width of a text on the paper. */
export interface Column {
  x: number
  width: number
}
export const wholeWidth: Column = { x: paper.left, width: textWidth }

interface SheetOptions {
  title: string
  language: OneText['language']
  createdAt: number
}

/** A tagged document being written. Its dates are passed in, so that the same content gives the same bytes. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  /** The current height on the page, in points from its top. */
  y: number = paper.top
  /** Styles of the language that is being written. */
  styles: Styles
  readonly #fonts = new Set<FontName>()

  constructor({ title, language, createdAt }: SheetOptions) {
    this.styles = stylesIn(language)
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: language,
      tagged: true,
      displayTitle: true,
      bufferPages: true,
      font: '',
      info: {
        Title: title,
        CreationDate: new Date(createdAt),
        Creator: 'Agency website',
        Producer: 'PDFKit',
      },
    })
  }

  /** Returns the room left on the page, in points. */
  roomLeft(): number {
    return paper.height - paper.bottom - this.y
  }

  /** Begins a new page if less than `height` is left, unless this page is still empty. */
  needRoom(height: number): void {
    if (height > this.roomLeft() && this.y > paper.top) this.newPage()
  }

  newPage(): void {
    this.doc.addPage()
    this.y = paper.top
  }

  linesOf(text: string, { style, width }: { style: TextStyle; width: number }): Line[] {
    return breakLines(text, style, { width, measure: this.#measure })
  }

  readonly #measure: Measure = (text, font, size) => {
    // pdfkit accepts an opened font, although its type does not say so.
    if (!this.#fonts.has(font)) this.doc.registerFont(font, openFont(font) as unknown as string)
    this.#fonts.add(font)
    return this.doc.font(font).fontSize(size).widthOfString(text)
  }

  /** Writes lines below each other as one element of the structure, continuing on the next page if needed. */
  writeLines(
    lines: readonly Line[],
    { element, tag, style, x }: { element: Structure; tag: string; style: TextStyle; x: number },
  ): void {
    let rest = [...lines]
    while (rest.length > 0) {
      this.needRoom(style.leading)
      const count = Math.max(1, Math.floor(this.roomLeft() / style.leading))
      const content = this.doc.markStructureContent(tag)
      for (const line of rest.slice(0, count)) {
        this.writeLine(line, { style, x })
        this.y += style.leading
      }
      this.doc.endMarkedContent()
      element.add(content)
      rest = rest.slice(count)
    }
  }

  /** Writes one line at the current height, on the baseline of Latin letters in every font. */
  writeLine(line: Line, { style, x }: { style: TextStyle; x: number }): void {
    const { doc, y } = this
    let at = x
    for (const { font, text, width } of line) {
      doc
        .font(font)
        .fontSize(style.size)
        .fillColor(style.colour ?? INK)
      const left = at
      const write = () =>
        doc.text(text, left, y + style.leading * 0.74, { lineBreak: false, baseline: 'alphabetic' })
      if (font.startsWith('latin')) write()
      else withActualText(doc, text, write)
      at += width
    }
  }

  /** Draws a decorative line, which screen readers ignore. */
  rule({ x, width }: Column, colour = '#c8c8c8'): void {
    const { doc, y } = this
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(colour)
      .stroke()
    doc.endMarkedContent()
  }
}

/**
 * Glyphs of Indian scripts are in visual order, so the PDF also carries the text itself (ActualText). ActualText must
 * enclose only the text object, within pdfkit's change of coordinates, because some readers place it by the
 * coordinates at its end.
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
