import CFB from 'cfb'

/** A part of a compound file by its path; one that ends in a slash is a storage with nothing in it. */
export type OlePart = [path: string, content?: Buffer]

/** The part that the library adds of its own accord, and one of Word's with as long a name. */
const [SEED, COMP_OBJ] = ['\u0001Sh33tJ5', '\u0001CompObj']
/** Shorter streams lie in another one, where nothing can be told of them by the place they have in the file. */
const LEAST_BYTES = 4096

/** A compound file with these parts, in storages where their paths say so ([MS-CFB]). */
export function buildOle(parts: readonly OlePart[]): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [path, content = Buffer.alloc(0)] of parts) {
    const whole = Buffer.concat([content, Buffer.alloc(Math.max(0, LEAST_BYTES - content.length))])
    const entry = CFB.utils.cfb_add(file, path, whole, { unsafe: true })
    if (path.endsWith('/')) Object.assign(entry, { type: 1, content: null, size: 0 })
  }
  const bytes: Buffer = CFB.write(file, { type: 'buffer' })
  bytes.write(COMP_OBJ, bytes.indexOf(SEED, 0, 'utf16le'), 'utf16le')
  return bytes
}

const TEXT_AT = 1536

export interface WordOptions {
  /** Flags of the head: 0x0100 says encrypted, 0x8000 obfuscated ([MS-DOC] 2.5.2). */
  flags?: number
  /** The path of the template it was made from. */
  template?: string
  /** Written with one byte for a letter, as Word does where it can. */
  narrow?: boolean
}

/** The main stream of a Word document and its table: text in one piece, and the names of files around it. */
export function wordStreams(text = 'Asha Mehta', options: WordOptions = {}): OlePart[] {
  const { flags = 0, template = '', narrow = false } = options
  const main = Buffer.alloc(TEXT_AT)
  const pieces = Buffer.alloc(21)
  pieces.set([2, 16], 0)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(narrow ? (TEXT_AT * 2) | 0x40000000 : TEXT_AT, 15)
  const names = Buffer.concat([
    Buffer.from('ffff12000000', 'hex'),
    ...['', template, 'A title'].map((name) => {
      const length = Buffer.alloc(2)
      length.writeUInt16LE(name.length)
      return Buffer.concat([length, Buffer.from(name, 'utf16le')])
    }),
  ])
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(flags | 0x0200, 0x0a)
  main.writeUInt16LE(14, 32)
  main.writeUInt16LE(22, 62)
  main.writeUInt16LE(93, 152)
  main.writeUInt32LE(pieces.length, 154 + 32 * 8)
  main.writeUInt32LE(names.length, 154 + 32 * 8 + 4)
  main.writeUInt32LE(pieces.length, 154 + 33 * 8 + 4)
  return [
    ['WordDocument', Buffer.concat([main, Buffer.from(text, narrow ? 'latin1' : 'utf16le')])],
    ['1Table', Buffer.concat([pieces, names])],
  ]
}

/** A Word 97–2003 document, with more parts. */
export function buildDoc(more: readonly OlePart[] = [], text?: string, options?: WordOptions): Buffer {
  return buildOle([...wordStreams(text, options), ['\u0005SummaryInformation'], ...more])
}

/** A field as the text of such a document spells it. */
export function docField(instruction: string, result = 'x'): string {
  return `\u0013${instruction}\u0014${result}\u0015`
}
