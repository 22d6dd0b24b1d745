import { buffer } from 'node:stream/consumers'
import { codeOfTag } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type {
  AgreementBlock,
  AgreementSection,
  AgreementText,
  OneText,
} from '#contract/schemas/agreements.ts'
import { digestOf, sha256 } from '#server/platform/crypto/digest.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { besidePhoto, type BlockPlace, drawBlock, drawHeading, photoHeight } from './draw-blocks.ts'
import { linesOf, newPage, openSheet, paper, type Sheet, stylesIn, wholeWidth, writeLine } from './sheet.ts'
import { agreementTextOf } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import type { AgreementData } from '#server/features/onboarding/agreement/document/agreement-data.ts'

type Structure = PDFKit.PDFStructureElement

interface PdfOptions {
  /** Milliseconds: the only time in the file. */
  createdAt: number
  /** The agreement's, at the foot of each page. */
  reference: string
  photo: Uint8Array | undefined
}

/** The agreement as a tagged PDF on A4: the same input makes the same bytes. Throws where the photo is no JPEG or PNG. */
export async function makePdf(
  { english, ...text }: AgreementText,
  { createdAt, reference, photo }: PdfOptions,
): Promise<Buffer> {
  const sheet = openSheet({ title: text.title, language: text.language, createdAt })
  const bytes = buffer(sheet.doc)
  const whole = sheet.doc.struct('Document')
  sheet.doc.addStructure(whole)
  const texts: OneText[] = english ? [text, english] : [text]
  const ends = texts.map((one, index) => {
    if (index > 0) newPage(sheet)
    drawText(sheet, one, { parent: english ? partOf(sheet, whole, one) : whole, photo })
    return sheet.doc.bufferedPageRange().count
  })
  whole.end()
  drawFeet(sheet, { texts, ends, reference })
  sheet.doc.end()
  return bytes
}

/** A part of the document in one of two languages, marked for screen readers. */
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
  if (part === 'evidence') newPage(sheet)
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

const FOOT_GAP = 20

interface Feet {
  texts: readonly OneText[]
  /** How many pages there are at the end of each text. */
  ends: readonly number[]
  reference: string
}

/** The number of each page, once it is known how many there are, in the language of the page. */
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
  const [right = []] = linesOf(sheet, number, { style, width: wholeWidth.width })
  const rightWidth = right.reduce((sum, { width }) => sum + width, 0)
  const width = wholeWidth.width - rightWidth - FOOT_GAP
  const [left = []] = linesOf(sheet, foot, { style, width })
  doc.markContent('Artifact', { type: 'Pagination' })
  writeLine(sheet, left, { style, x: wholeWidth.x })
  writeLine(sheet, right, { style, x: wholeWidth.x + wholeWidth.width - rightWidth })
  doc.endMarkedContent()
}

/** A document and its fingerprints, lower-case hexadecimal. */
export interface MadeAgreement {
  pdf: Uint8Array
  pdfSha256: string
  text: AgreementText
  textSha256: string
}

/** Makes the form to accept, or with an `acceptance` the accepted one with its evidence, not signed yet. */
export async function makeAgreement(data: AgreementData): Promise<MadeAgreement> {
  const text = agreementTextOf(data)
  const pdf = await makePdf(text, {
    createdAt: data.acceptance?.at ?? data.preparedAt,
    reference: data.reference,
    photo: data.photo,
  })
  return { pdf, pdfSha256: sha256(pdf), text, textSha256: digestOf(text) }
}

/** What a worker runs. */
export { makeAgreement as run }
