import { PDFContext, PDFDict, type PDFObject } from '@cantoo/pdf-lib'
import { FileRefused, spellsAnother } from './refused.ts'
import { codes, isRef, type LengthOf, numberOf, refName, StrictParser } from './pdf-syntax.ts'

const MAX_OBJECTS = 50_000
/** `7 0 obj` anywhere, also where a reader that mends broken files would find it: in a string, a comment, a stream. */
const beginnings = /(?<![\w.+-])(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj/g
const tableRow = /(\d{10}) (\d{5}) ([fn])(?: \r| \n|\r\n|\n|\r)/y
const wholeNumber = /\s+(\d{1,9})\s+endobj/y
const words = {
  obj: codes('obj'),
  endobj: codes('endobj'),
  xref: codes('xref'),
  trailer: codes('trailer'),
  startxref: codes('startxref'),
}

/** An object as it stands in the file; one of an object stream has the stream's place. */
export interface PlacedObject {
  number: number
  generation: number
  at: number
  value: PDFObject
}

/** An entry of a table of objects that is in use: what it says stands where. */
export interface Entry {
  number: number
  generation: number
  at: number
}

export interface PdfLayout {
  objects: PlacedObject[]
  entries: Entry[]
  trailers: PDFDict[]
  /** Where tables begin, and every place that `startxref` names, in order. */
  tables: Set<number>
  starts: number[]
}

/** Reads a PDF from its first byte to its last, whatever its tables say; throws where anything else stands between. */
export function readLayout(bytes: Buffer): PdfLayout {
  const text = bytes.toString('latin1')
  const found = new Map([...text.matchAll(beginnings)].map((match) => [match.index, match]))
  if (found.size > MAX_OBJECTS) throw new FileRefused('damaged')
  const layout = new FileParser(bytes, text, lengthsElsewhere(text, found)).readAll()
  // Another beginning of an object is one that only a mending reader sees.
  if (layout.objects.some(({ at }) => !found.delete(at)) || found.size > 0) throw new FileRefused('damaged')
  return layout
}

class FileParser extends StrictParser {
  readonly #text: string
  readonly #layout: PdfLayout = { objects: [], entries: [], trailers: [], tables: new Set(), starts: [] }
  #last = ''

  constructor(bytes: Buffer, text: string, lengthOf: LengthOf) {
    super(bytes, PDFContext.create(), (length) => numberOf(length) ?? lengthOf(length))
    this.#text = text
  }

  readAll(): PdfLayout {
    for (;;) {
      this.skipWhitespaceAndComments()
      if (this.bytes.done()) break
      if (this.matchKeyword(words.xref)) this.#readTable()
      else if (this.matchKeyword(words.startxref)) this.#readStart()
      else this.#readObject()
    }
    // What ends in a comment ends the file; anything behind it would be another's.
    if (this.#last !== '%%EOF') throw new FileRefused('damaged')
    return this.#layout
  }

  #readObject(): void {
    const at = this.bytes.offset()
    const number = this.#integer()
    const generation = this.#integer()
    if (!this.matchKeyword(words.obj)) throw new FileRefused('damaged')
    const value = this.parseObject()
    this.skipWhitespaceAndComments()
    if (!this.matchKeyword(words.endobj)) throw new FileRefused('damaged')
    this.#layout.objects.push({ number, generation, at, value })
    this.#last = 'endobj'
  }

  #readTable(): void {
    this.#layout.tables.add(this.bytes.offset() - words.xref.length)
    this.skipWhitespaceAndComments()
    while (!this.matchKeyword(words.trailer)) {
      const first = this.#integer()
      const count = this.#integer()
      for (let index = 0; index < count; index += 1) this.#readRow(first + index)
      this.skipWhitespaceAndComments()
    }
    const trailer = this.parseObject()
    if (!(trailer instanceof PDFDict)) throw new FileRefused('damaged')
    this.#layout.trailers.push(trailer)
    this.#last = 'trailer'
  }

  #readRow(number: number): void {
    tableRow.lastIndex = this.bytes.offset()
    const [row, at, generation, use] = tableRow.exec(this.#text) ?? []
    if (row === undefined) throw new FileRefused('damaged')
    this.bytes.moveTo(tableRow.lastIndex)
    // Some writers keep what they removed as used, at place 0.
    if (use === 'n' && Number(at) > 0) {
      this.#layout.entries.push({ number, generation: Number(generation), at: Number(at) })
    }
  }

  #readStart(): void {
    this.skipWhitespaceAndComments()
    this.#last = 'startxref'
    this.#layout.starts.push(this.#integer())
  }

  #integer(): number {
    const value = this.parseRawInt()
    this.skipWhitespaceAndComments()
    return value
  }

  protected override skipComment(): boolean {
    const from = this.bytes.offset()
    if (!super.skipComment()) return false
    const comment = this.#text.slice(from, this.bytes.offset())
    if (from > 0 && spellsAnother(Buffer.from(comment, 'latin1'))) throw new FileRefused('active')
    this.#last = comment.trimEnd()
    return true
  }
}

/** Reads lengths that are objects of their own, which may stand behind the stream: the same wherever they are written. */
function lengthsElsewhere(text: string, found: Map<number, RegExpExecArray>): LengthOf {
  const places = Map.groupBy(
    found.values(),
    ([, number, generation]) => `${Number(number)} ${Number(generation)}`,
  )
  const known = new Map<string, number | undefined>()
  return (length) => {
    if (!isRef(length)) return undefined
    const name = refName(length)
    // Once for each: many streams may name one length that is written many times.
    if (!known.has(name)) known.set(name, lengthSaid(places.get(name) ?? []))
    return known.get(name)
  }

  function lengthSaid(said: readonly RegExpExecArray[]): number | undefined {
    const lengths = said.map((place) => {
      wholeNumber.lastIndex = place.index + place[0].length
      return Number(wholeNumber.exec(text)?.[1])
    })
    const [only, ...others] = new Set(lengths)
    return others.length === 0 && only !== undefined && only >= 0 ? only : undefined
  }
}
