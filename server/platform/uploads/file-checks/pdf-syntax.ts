import {
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'

const [LESS, GREATER, CR, LF] = [0x3c, 0x3e, 0x0d, 0x0a]
const words = { stream: codes('stream'), endstream: codes('endstream') }

/** A word as the library compares it. */
export function codes(word: string): number[] {
  return [...Buffer.from(word, 'latin1')]
}

/** How long the stream of a dictionary is; undefined where it does not say. */
export type LengthOf = (length: PDFObject | undefined) => number | undefined

/**
 * The library's reader of objects, without its leniency: a key that stands twice with two values, and a stream whose
 * length is not exactly what it says, would be read otherwise by others.
 */
export class StrictParser extends PDFObjectStreamParser {
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
