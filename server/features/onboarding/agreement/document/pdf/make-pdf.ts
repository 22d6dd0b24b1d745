import { createHash } from 'node:crypto'
import type { AgreementBlock, AgreementSection, AgreementText } from '#contract/schemas/agreements.ts'
import { besidePhoto, type BlockPlace, drawBlock, drawHeading, photoHeight } from './draw-blocks.ts'
import type { TextStyle } from './text-layout.ts'
import { linesOf, newPage, openSheet, paper, type Sheet, wholeWidth, writeLine, writePiece } from './sheet.ts'
import { agreementTextOf, textHash } from '#server/features/onboarding/agreement/document/agreement-text.ts'
import type { AgreementData } from '#server/features/onboarding/agreement/document/agreement-data.ts'

type Structure = PDFKit.PDFStructureElement

interface PdfOptions {
  /** Milliseconds: the only time in the file. */
  createdAt: number
  /** The text at the foot of each page, before its number. */
  foot: string
  photo: Uint8Array | undefined
}

/** The agreement as a tagged PDF on A4: the same input makes the same bytes. Throws where the photo is no JPEG or PNG. */
export async function makePdf(text: AgreementText, { createdAt, foot, photo }: PdfOptions): Promise<Buffer> {
  const sheet = openSheet({ title: text.title, language: text.language, createdAt })
  const bytes = collect(sheet.doc)
  const whole = sheet.doc.struct('Document')
  sheet.doc.addStructure(whole)
  drawHeading(sheet, whole, { tag: 'H1', text: text.title })
  drawAll(sheet, text.summary, { parent: whole, column: wholeWidth, photo })
  for (const section of text.sections) drawSection(sheet, section, { parent: whole, photo })
  whole.end()
  drawFeet(sheet, foot)
  sheet.doc.end()
  return bytes
}

function drawSection(
  sheet: Sheet,
  { part, heading, blocks }: AgreementSection,
  { parent: whole, photo }: { parent: Structure; photo: Uint8Array | undefined },
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

const footStyle: TextStyle = { size: 8, leading: 12, colour: '#4a4a4a' }
const FOOT_GAP = 20

/** The number of each page, once it is known how many there are. */
function drawFeet(sheet: Sheet, foot: string): void {
  const { doc, measure } = sheet
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    sheet.y = paper.height - paper.bottom + FOOT_GAP
    const text = `Page ${page + 1} of ${count}`
    const number = { font: 'latin' as const, text, width: measure(text, 'latin', footStyle.size) }
    const width = wholeWidth.width - number.width - FOOT_GAP
    const [first = []] = linesOf(sheet, foot, { style: footStyle, width })
    doc.markContent('Artifact', { type: 'Pagination' })
    writeLine(sheet, first, { style: footStyle, x: wholeWidth.x })
    writePiece(sheet, number, { style: footStyle, x: wholeWidth.x + wholeWidth.width - number.width })
    doc.endMarkedContent()
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
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
    foot: `${text.title} · ${data.reference} · version ${text.version}`,
    photo: data.photo,
  })
  return { pdf, pdfSha256: createHash('sha256').update(pdf).digest('hex'), text, textSha256: textHash(text) }
}

/** What a worker runs. */
export { makeAgreement as run }
