import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFArray,
} from '@cantoo/pdf-lib'
import { FileRefused, spellsAnother, type Budget, createBudget } from './refused.ts'
import { inflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'

const [LESS, GREATER, CR, LF] = [0x3c, 0x3e, 0x0d, 0x0a]
const words = {
  stream: codes('stream'),
  endstream: codes('endstream'),
  obj: codes('obj'),
  endobj: codes('endobj'),
  xref: codes('xref'),
  trailer: codes('trailer'),
  startxref: codes('startxref'),
}

/** A word as the library compares it. */
function codes(word: string): number[] {
  return [...Buffer.from(word, 'latin1')]
}

/** How long the stream of a dictionary is; undefined where it does not say. */
type LengthOf = (length: PDFObject | undefined) => number | undefined

/**
 * The library's reader of objects, without its leniency: a key that stands twice with two values, and a stream whose
 * length is not exactly what it says, would be read otherwise by others.
 */
class StrictParser extends PDFObjectStreamParser {
  readonly #bytes: Buffer
  readonly #lengthOf: LengthOf | undefined

  constructor(bytes: Buffer, context: PDFContext, lengthOf?: LengthOf) {
    // The library takes bytes to read only as a stream of objects; that of none is the file as it is.
    super(PDFRawStream.of(context.obj({ First: 0, N: 0 }), bytes))
    this.#bytes = bytes
    this.#lengthOf = lengthOf
  }

  protected override parseDict(): PDFDict {
    const entries = new Map<PDFName, PDFObject>()
    this.bytes.assertNext(LESS)
    this.bytes.assertNext(LESS)
    for (;;) {
      this.skipWhitespaceAndComments()
      if (this.bytes.peek() === GREATER) break
      const key = this.parseName()
      const value = this.parseObject()
      const before = entries.get(key)
      if (before !== undefined && before.toString() !== value.toString())
        throw new Error('a key with two values')
      entries.set(key, value)
    }
    this.bytes.assertNext(GREATER)
    this.bytes.assertNext(GREATER)
    return PDFDict.fromMapWithContext(entries, this.context)
  }

  protected override parseDictOrStream(): PDFDict | PDFRawStream {
    const dict = this.parseDict()
    this.skipWhitespaceAndComments()
    if (!this.matchKeyword(words.stream)) return dict
    if (this.bytes.peek() === CR) this.bytes.next()
    this.bytes.assertNext(LF)
    const start = this.bytes.offset()
    const length = this.#lengthOf?.(dict.get(PDFName.of('Length')))
    if (length === undefined) throw new Error('a stream without a length')
    this.bytes.moveTo(start + length)
    this.skipWhitespace()
    // Readers that look for the word instead of trusting the length must find the same end.
    if (this.#bytes.indexOf('endstream', start) !== this.bytes.offset())
      throw new Error('a stream with two ends')
    if (!this.matchKeyword(words.endstream)) throw new Error('a stream without an end')
    return PDFRawStream.of(dict, this.#bytes.subarray(start, start + length))
  }

  /** The object that begins there, and nothing else of it: what an object stream says of each of its own. */
  objectAt(offset: number): PDFObject {
    this.bytes.moveTo(offset)
    return this.parseObject()
  }
}

/** The text of a name, with #xx read as what it stands for. */
export function nameOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFName ? Buffer.from(value.asBytes()).toString('latin1') : undefined
}

export function numberOf(value: PDFObject | undefined): number | undefined {
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

/** A dictionary's value by the name of its key. */
export function valueOf(dict: PDFDict, key: string): PDFObject | undefined {
  return dict.get(PDFName.of(key))
}

/** The dictionary of a dictionary or a stream. */
export function dictOf(value: PDFObject | undefined): PDFDict | undefined {
  if (value instanceof PDFDict) return value
  return value instanceof PDFRawStream ? value.dict : undefined
}

export function isRef(value: PDFObject | undefined): value is PDFRef {
  return value instanceof PDFRef
}

/** An object's number and generation, as a reference names them. */
export function refName({ objectNumber, generationNumber }: PDFRef): string {
  return `${objectNumber} ${generationNumber}`
}

const MAX_OBJECTS = 50_000
/** `7 0 obj` anywhere, also where a reader that mends broken files would find it: in a string, a comment, a stream. */
const beginnings = /(?<![\w.+-])(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj/g
const tableRow = /(\d{10}) (\d{5}) ([fn])(?: \r| \n|\r\n|\n|\r)/y
const wholeNumber = /\s+(\d{1,9})\s+endobj/y

/** An object as it stands in the file; one of an object stream has the stream's place. */
export interface PlacedObject {
  number: number
  generation: number
  at: number
  value: PDFObject
}

/** An entry of a table of objects that is in use: what it says stands where. */
interface Entry {
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

/** Bytes that one stream may unfold to. */
const PART_LIMIT = 10 * 1024 * 1024

/** Everything that the file holds: what stands in it, and what stands in its streams of objects and of entries. */
export function expandStreams(layout: PdfLayout, size: number): PlacedObject[] {
  const budget = createBudget(size)
  const all = [...layout.objects]
  const packed = new Map<number, Set<number>>()
  for (const placed of layout.objects) {
    if (!(placed.value instanceof PDFRawStream)) continue
    const type = nameOf(valueOf(placed.value.dict, 'Type'))
    if (type !== 'ObjStm' && type !== 'XRef') countUnfolded(placed.value, budget)
    if (type !== 'ObjStm') continue
    const inner = objectsOf(placed, budget)
    packed.set(placed.number, new Set(inner.map(({ number }) => number)))
    for (const one of inner) all.push(one)
    if (all.length > MAX_OBJECTS) throw new FileRefused('damaged')
  }
  for (const { value, at } of layout.objects) {
    if (!(value instanceof PDFRawStream) || nameOf(valueOf(value.dict, 'Type')) !== 'XRef') continue
    layout.tables.add(at)
    layout.trailers.push(value.dict)
    readEntries(value, budget, (entry, stream) => {
      if (stream === undefined) layout.entries.push(entry)
      else if (!packed.get(stream)?.has(entry.number)) throw new FileRefused('damaged')
    })
  }
  return all
}

function objectsOf({ at, value }: PlacedObject, budget: Budget): PlacedObject[] {
  const { dict } = value as PDFRawStream
  const content = unfolded(value as PDFRawStream, budget)
  const [count, first] = [numberOf(valueOf(dict, 'N')) ?? NaN, numberOf(valueOf(dict, 'First')) ?? NaN]
  const numbers = content.toString('latin1', 0, first).match(/\d+/g) ?? []
  if (!(count <= MAX_OBJECTS) || numbers.length !== count * 2) throw new FileRefused('damaged')
  const parser = new StrictParser(content, dict.context)
  return Array.from({ length: count }, (_, index) => {
    const inner = parser.objectAt(first + Number(numbers[index * 2 + 1]))
    return { number: Number(numbers[index * 2]), generation: 0, at, value: inner }
  })
}

type TakeEntry = (entry: Entry, stream: number | undefined) => void

/** A table of entries as a stream (ISO 32000-1, 7.5.8); `stream` is that in which an object is packed. */
function readEntries(value: PDFRawStream, budget: Budget, take: TakeEntry): void {
  const content = unfolded(value, budget)
  const widths = numbersOf(valueOf(value.dict, 'W')) ?? []
  const width = widths.reduce((sum, bytes) => sum + bytes, 0)
  const index = numbersOf(valueOf(value.dict, 'Index')) ?? [0, numberOf(valueOf(value.dict, 'Size')) ?? NaN]
  if (widths.length !== 3 || !(width > 0 && Math.max(...widths) <= 6)) throw new FileRefused('damaged')
  let at = 0
  for (let section = 0; section + 1 < index.length; section += 2) {
    const [first = NaN, count = NaN] = index.slice(section)
    if (!(at + count * width <= content.length)) throw new FileRefused('damaged')
    for (let row = 0; row < count; row += 1, at += width)
      takeRow(content, { at, widths, number: first + row }, take)
  }
}

interface Row {
  at: number
  widths: number[]
  number: number
}

function takeRow(content: Buffer, { at, widths, number }: Row, take: TakeEntry): void {
  let from = at
  // Without a first field every entry is one that is in use.
  const [kind = 1, place = 0, last = 0] = widths.map((bytes) => {
    const value = bytes > 0 ? content.readUIntBE(from, bytes) : undefined
    from += bytes
    return value
  })
  if (kind === 1) take({ number, generation: last, at: place }, undefined)
  else if (kind === 2) take({ number, generation: 0, at: 0 }, place)
  else if (kind !== 0) throw new FileRefused('damaged')
}

function numbersOf(value: PDFObject | undefined): number[] | undefined {
  return value instanceof PDFArray ? value.asArray().map((one) => numberOf(one) ?? NaN) : undefined
}

/** The content of a stream of objects or of entries: as it is or deflated, as every writer has it. */
function unfolded({ dict, contents }: PDFRawStream, budget: Budget): Buffer {
  const filters = filtersOf(dict)
  if (filters.length === 0) return Buffer.from(contents)
  if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new FileRefused('damaged')
  const clear = inflate(contents, budget)
  const parameters = valueOf(dict, 'DecodeParms')
  if (!(parameters instanceof PDFDict)) return clear
  const given = parameters.entries().map(([key, value]): [PdfName, PdfNumber] => {
    return [PdfName.of(nameOf(key) ?? ''), new PdfNumber(numberOf(value) ?? NaN)]
  })
  const stream = new PdfStream(
    [
      ['Filter', new PdfArray([PdfName.of('FlateDecode')])],
      ['DecodeParms', new PdfDict(given)],
    ],
    contents,
  )
  return Buffer.from(stream.getDecodedData())
}

/** The names of a stream's filters, in order. */
export function filtersOf(dict: PDFDict): string[] {
  const filter = valueOf(dict, 'Filter')
  const named = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
  return named.map((one) => nameOf(one) ?? '')
}

/** Pictures unfold to as many points as they say, however empty; other streams are held to the file's size. */
function countUnfolded({ dict, contents }: PDFRawStream, budget: Budget): void {
  if (nameOf(valueOf(dict, 'Subtype')) === 'Image') return
  if (filtersOf(dict)[0] === 'FlateDecode') inflate(contents, budget)
}

function inflate(contents: Uint8Array, budget: Budget): Buffer {
  try {
    const clear = inflateSync(contents, { maxOutputLength: Math.min(PART_LIMIT, budget.left()) })
    budget.spend(clear.length)
    return clear
  } catch {
    throw new FileRefused('damaged')
  }
}
