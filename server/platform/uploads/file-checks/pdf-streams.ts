import { inflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { type Budget, createBudget, FileRefused } from './refused.ts'
import type { Entry, PdfLayout, PlacedObject } from './pdf-layout.ts'
import { nameOf, numberOf, StrictParser, valueOf } from './pdf-syntax.ts'

const MAX_OBJECTS = 50_000
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
