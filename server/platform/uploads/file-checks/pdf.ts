import { constants, inflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DocumentMark } from '#contract/schemas/documents.ts'
import { openPdf } from './open-pdf.ts'
import { archivesIn, hidesAnother, linkMark } from './marks.ts'
import { FileRefused, type Findings, TEXT_MAX } from './refused.ts'

const MAX_PAGES = 2000
/** Milliseconds after which the unchecked rest is marked as such; an honest file takes a tenth of that. */
const LOOK_MS = 4000

/** Returns a PDF's marks and text; throws `FileRefused` if it does not open or has too many pages. */
export async function lookIntoPdf(bytes: Buffer): Promise<Findings> {
  const until = performance.now() + LOOK_MS
  const pdf = await openPdf(bytes)
  if (pdf.numPages > MAX_PAGES) throw new FileRefused('too large inside')
  const marks = new Set<DocumentMark>()
  // A mail program may have left its own lines at the beginning.
  const isMore = hidesAnother(bytes, bytes.indexOf('%PDF-') + 1) || archivesIn(bytes) > 0
  if (isMore) marks.add('hidden')
  markSpelled(bytes, marks)
  await markObjects(bytes, { marks, until })
  const text = await textOf(pdf, { marks, until })
  await pdf.loadingTask.destroy()
  return { marks: [...marks], text }
}

/** What is found, and how long the search may take. */
interface Search {
  marks: Set<DocumentMark>
  until: number
}

async function textOf(pdf: PDFDocumentProxy, { marks, until }: Search): Promise<string> {
  let text = ''
  for (let number = 1; number <= pdf.numPages && text.length < TEXT_MAX; number += 1) {
    if (performance.now() > until) break
    try {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      text += `${words.join('')}\n\n`
    } catch {
      marks.add('irregular')
    }
  }
  return text
}

/** Names with which a reader acts, loads or finds another file (ISO 32000-2), with their marks. */
const names: ReadonlyMap<string, DocumentMark> = new Map(
  (
    [
      ['script', 'JavaScript JS'],
      [
        'action',
        'Launch GoToR GoToE GoToDp SubmitForm ImportData ResetForm Hide Named SetOCGState Thread AA',
      ],
      ['action', 'NeedsRendering AlternatePresentations Requirements FFilter OPI PS Level1 Alternates'],
      [
        'attachment',
        'EmbeddedFile EmbeddedFiles EmbeddedFDFs FileAttachment Filespec EF AF RF UF Collection',
      ],
      [
        'media',
        'Movie Sound Screen Rendition Renditions RichMedia RichMediaContent RichMediaExecute 3D 3DD GoTo3DView',
      ],
      ['form', 'XFA Widget'],
      ['link', 'URI'],
    ] as const
  ).flatMap(([mark, listed]) => listed.split(' ').map((name) => [name, mark] as const)),
)
/** Those of them that do not occur in pictures by chance. */
const longNames = new RegExp(
  `/(${[...names.keys()].filter((name) => name.length > 4).join('|')})(?![A-Za-z])`,
  'g',
)
const objectStream = /\/ObjStm[^]{0,2000}?stream\r?\n/g
/** Bytes that one object stream is decompressed to at most. */
const MAX_UNFOLDED = 20 * 1024 * 1024

/** Marks names anywhere in the file, whether a table leads there or not, since another reader may find them. */
function markSpelled(bytes: Buffer, marks: Set<DocumentMark>): void {
  const whole = decodedNames(bytes)
  const pieces = [whole]
  let left = MAX_UNFOLDED
  for (const found of bytes.toString('latin1').matchAll(objectStream)) {
    try {
      const packed = bytes.subarray(found.index + found[0].length)
      const unfolded = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: left })
      left -= unfolded.length
      pieces.push(decodedNames(unfolded))
    } catch {
      // Compressed in another way, encrypted, or too large.
    }
  }
  for (const piece of pieces) {
    for (const [, name = ''] of piece.matchAll(longNames)) marks.add(names.get(name) ?? 'irregular')
  }
}

/** Any letter of a name may be written as a number. */
function decodedNames(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

const MAX_OBJECTS = 50_000
const MAX_DEPTH = 100

/** Marks what is in the objects of the file's own tables, after decompression. */
async function markObjects(bytes: Buffer, { marks, until }: Search): Promise<void> {
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.recoveredViaBruteForce || pdf.warnings.length > 0) marks.add('irregular')
    const count = pdf.context.registry.nextObjectNumber
    for (let number = 1; number < count; number += 1) {
      if (number > MAX_OBJECTS || performance.now() > until) throw new Error('more than is looked into')
      const value = pdf.getObject(PdfRef.of(number, 0))
      if (value) markValue(value, { marks, pdf, depth: 0 })
    }
  } catch {
    marks.add('irregular')
  } finally {
    PdfRef.clearCache()
    PdfName.clearCache()
  }
}

interface Walk {
  marks: Set<DocumentMark>
  pdf: PDF
  /** Dictionaries and arrays around the value. */
  depth: number
}

function markValue(value: PdfObject, walk: Walk): void {
  const { marks, pdf, depth } = walk
  if (depth > MAX_DEPTH) throw new Error('deeper than is looked into')
  const within = { ...walk, depth: depth + 1 }
  // Another reader may be able to read the object that this refers to.
  if (value instanceof PdfRef && value.objectNumber > 0 && pdf.getObject(value) === null)
    marks.add('irregular')
  if (value instanceof PdfName) markName(value.value, marks)
  if (value instanceof PdfArray) for (const inner of value) markValue(inner, within)
  if (!(value instanceof PdfDict)) return
  for (const [{ value: key }, inner] of value) {
    markName(key, marks)
    markEntry(key, inner, walk)
    markValue(inner, within)
  }
}

/** Where a reader looks for the action of a press. */
const places = new Set(['A', 'PA', 'OpenAction', 'Next'])

function markEntry(key: string, value: PdfObject, { marks, pdf }: Walk): void {
  const found = value instanceof PdfRef ? pdf.getObject(value) : value
  if (found instanceof PdfString) {
    if (key === 'URI' || key === 'Base') marks.add(linkMark(Buffer.from(found.bytes).toString('latin1')))
    // Another file that a stream or a drawing is read from.
    if (key === 'F') marks.add('linked')
  }
  // `A` also contains the appearance of a structure's part, whose owner is `O`.
  const isAction = places.has(key) && found instanceof PdfDict && !found.has('O')
  const kind = isAction ? found.getName('S')?.value : 'GoTo'
  if (kind !== 'GoTo' && kind !== 'URI') marks.add('action')
}

function markName(name: string, marks: Set<DocumentMark>): void {
  const mark = /^application\//.test(name) ? 'attachment' : names.get(name)
  if (mark) marks.add(mark)
}
