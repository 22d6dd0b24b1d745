import { FileRefused, hidesArchive, type FileFault } from './refused.ts'
import { judgeObjects } from './pdf-judge.ts'
import { type PdfLayout, type PlacedObject, readLayout } from './pdf-layout.ts'
import { expandStreams } from './pdf-streams.ts'
import { isRef, nameOf, numberOf, refName, valueOf } from './pdf-syntax.ts'
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'

const HEADER = /^%PDF-[12]\.\d[\r\n]/

/** A PDF's fault, or undefined when all of it is read, twice alike, and nothing is in it but what may be. */
export async function checkPdf(bytes: Buffer): Promise<FileFault | undefined> {
  if (!HEADER.test(bytes.subarray(0, 9).toString('latin1'))) return 'wrong kind'
  if (hidesArchive(bytes)) return 'active'
  try {
    const layout = readLayout(bytes)
    const objects = expandStreams(layout, bytes.length)
    judgeObjects(objects, layout.trailers)
    checkTables(layout)
    await readAgain(bytes, objects)
    return undefined
  } catch (error) {
    return error instanceof FileRefused ? error.fault : 'damaged'
  }
}

/** Whatever a reader finds by a table, of this or an earlier version of the file, stands there as we read it. */
function checkTables({ objects, entries, trailers, tables, starts }: PdfLayout): void {
  const places = new Map(objects.map(({ at, number, generation }) => [at, `${number} ${generation}`]))
  const wrong = entries.some(({ at, number, generation }) => places.get(at) !== `${number} ${generation}`)
  const links = trailers.flatMap((trailer) => ['Prev', 'XRefStm'].map((key) => valueOf(trailer, key)))
  // The first table of a file made for the web is named by its place: its own start is 0 (Annex F).
  const named = [
    ...starts.slice(0, -1).filter((at) => at > 0),
    starts.at(-1),
    ...links.filter(Boolean).map(numberOf),
  ]
  const lost = named.some((at) => at === undefined || !tables.has(at))
  if (wrong || lost || !trailers.some((trailer) => valueOf(trailer, 'Root'))) throw new FileRefused('damaged')
}

/** Reads the file with another library, by its tables, and refuses it where that sees anything else than we saw. */
export async function readAgain(bytes: Buffer, objects: readonly PlacedObject[]): Promise<void> {
  const pdf = await PDF.load(bytes, { lenient: false })
  if (pdf.isEncrypted) throw new FileRefused('locked')
  const ours = Map.groupBy(objects, ({ number, generation }) => `${number} ${generation}`)
  for (const [name, versions] of ours) {
    const [number = 0, generation = 0] = name.split(' ').map(Number)
    const theirs = pdf.getObject(PdfRef.of(number, generation))
    if (theirs === null) continue
    const seen = spellTheirs(theirs)
    if (!versions.some(({ value }) => spellOurs(value) === seen)) throw new FileRefused('damaged')
  }
  PdfRef.clearCache()
  PdfName.clearCache()
}

/** A value in one spelling for both libraries; of a stream its dictionary and how long it is. */
function spellOurs(value: PDFObject): string {
  if (value instanceof PDFRawStream) return `${spellOurs(value.dict)}${value.contents.length}`
  if (value instanceof PDFDict) {
    return spellDict(value.entries().map(([key, inner]) => [nameOf(key) ?? '', spellOurs(inner)]))
  }
  if (value instanceof PDFArray) return `[${value.asArray().map(spellOurs).join(' ')}]`
  if (value instanceof PDFString || value instanceof PDFHexString) return spellBytes(value.asBytes())
  if (value instanceof PDFBool) return String(value.asBoolean())
  if (isRef(value)) return `${refName(value)} R`
  return spellRest(nameOf(value), numberOf(value))
}

function spellTheirs(value: PdfObject): string {
  if (value instanceof PdfDict) {
    const dict = spellDict([...value].map(([key, inner]) => [key.value, spellTheirs(inner)]))
    return value instanceof PdfStream ? `${dict}${value.data.length}` : dict
  }
  if (value instanceof PdfArray) return `[${[...value].map(spellTheirs).join(' ')}]`
  if (value instanceof PdfString) return spellBytes(value.bytes)
  if (value instanceof PdfRef) return `${value.objectNumber} ${value.generation} R`
  if (value.type === 'bool') return String(value.value)
  if (value instanceof PdfName) return spellRest(value.value, undefined)
  return spellRest(undefined, value instanceof PdfNumber ? value.value : undefined)
}

function spellDict(entries: [string, string][]): string {
  const sorted = entries
    .filter(([, value]) => value !== 'null')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `<<${sorted.map(([key, value]) => `${spellRest(key, undefined)} ${value}`).join(' ')}>>`
}

function spellBytes(bytes: Uint8Array): string {
  // One library turns the ends of lines within a text into one, as the standard says, the other does not.
  return `(${Buffer.from(bytes).toString('latin1').replaceAll(/\r\n?/g, '\n')})`
}

function spellRest(name: string | undefined, number: number | undefined): string {
  if (name !== undefined) return `/${Buffer.from(name).toString('hex')}`
  return number === undefined ? 'null' : String(number)
}
