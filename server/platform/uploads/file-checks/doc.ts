import CFB from 'cfb'
import WordExtractor from 'word-extractor'
import type { DocumentMark } from '#contract/schemas/documents.ts'
import { archivesIn, fieldMark, hidesAnother } from './marks.ts'
import { FileRefused, type Findings } from './refused.ts'

/** Streams of an encrypted Office document ([MS-OFFCRYPTO] 2.3.2). */
const encryptedParts = /(?:^|\/)(?:encryptedpackage|encryptioninfo|encryptedsummary)$/
/** Storages of macros ([MS-OVBA] 2.2.1), at any place. */
const macroParts = /(?:^|\/)(?:macros|vba|_vba_project(?:_cur)?)(?:\/|$)/
const objectParts = /(?:^|\/)(?:objectpool\/.+|\p{Cc}ole10native|package)$/u
const controlParts = /(?:^|\/)\p{Cc}ocx/u
/** The address of a template on another machine, in one-byte characters. */
const remoteTemplate = /(?:[a-z]{3,}:\/\/|\\\\)[^\s"]{2,300}\.dot/i

/** Offsets and flags in the head of the main stream ([MS-DOC] 2.5.2). */
const IDENT = 0xa5ec
const FLAGS_AT = 0x0a
const ENCRYPTED = 0x8100

/**
 * Returns a Word 97–2003 document's marks and text; throws `FileRefused` if it does not open or has macros. Every
 * such document is marked, since this format cannot be checked completely.
 */
export async function lookIntoDoc(bytes: Buffer): Promise<Findings> {
  const marks = new Set<DocumentMark>(['oldWord'])
  const paths = pathsOf(bytes)
  if (paths.some(({ path }) => encryptedParts.test(path))) throw new FileRefused('locked')
  const main = paths.find(({ path }) => path === 'worddocument')?.content
  if (!main) throw new FileRefused('wrong kind')
  if (main.length < FLAGS_AT + 2 || main.readUInt16LE(0) !== IDENT) throw new FileRefused('damaged')
  if ((main.readUInt16LE(FLAGS_AT) & ENCRYPTED) !== 0) throw new FileRefused('locked')
  if (paths.some(({ path }) => macroParts.test(path))) throw new FileRefused('macros')
  if (paths.some(({ path }) => objectParts.test(path))) marks.add('object')
  if (paths.some(({ path }) => controlParts.test(path))) marks.add('control')
  const tables = paths.filter(({ path }) => path === '0table' || path === '1table')
  const names = tables.map(({ content }) => content.toString('latin1').replaceAll('\0', ''))
  if (names.some((listed) => remoteTemplate.test(listed))) marks.add('template')
  // Word stores its colours in an archive within a stream; one outside of every stream is meant for another reader.
  const within = paths.reduce((sum, { content }) => sum + archivesIn(content), 0)
  if (hidesAnother(bytes) || archivesIn(bytes) > within) marks.add('hidden')
  for (const encoding of ['latin1', 'utf16le'] as const) markFields(main.toString(encoding), marks)
  return { marks: [...marks], text: await textOf(bytes) }
}

interface Part {
  /** In lower case, without the root; a storage ends in a slash. */
  path: string
  content: Buffer
}

function pathsOf(bytes: Buffer): Part[] {
  try {
    const { FileIndex, FullPaths } = CFB.read(bytes, { type: 'buffer' })
    return FullPaths.map((path, index) => ({
      path: path.replace(/^Root Entry\//, '').toLowerCase(),
      content: Buffer.from((FileIndex[index]?.content ?? []) as Uint8Array),
    }))
  } catch {
    throw new FileRefused('damaged')
  }
}

/** Instructions of fields, found by the characters around them (0x13 to 0x15) anywhere in the stream. */
const fields = new RegExp(String.raw`\x13\s*([A-Za-z]{2,20}[\s"\\][^\x13-\x15]{0,1000})(?=[\x13-\x15])`, 'g')

function markFields(text: string, marks: Set<DocumentMark>): void {
  for (const [, instruction = ''] of text.matchAll(fields)) {
    const mark = fieldMark(instruction)
    if (mark) marks.add(mark)
  }
}

async function textOf(bytes: Buffer): Promise<string> {
  try {
    const document = await new WordExtractor().extract(bytes)
    return [document.getHeaders(), document.getBody(), document.getTextboxes(), document.getFootnotes()]
      .map((part) => part.trim())
      .filter(Boolean)
      .join('\n')
  } catch {
    return ''
  }
}
