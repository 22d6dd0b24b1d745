import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import mammoth from 'mammoth'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { contentOf } from '#contract/file-contents.ts'
import type { DocumentMark } from '#contract/schemas/documents.ts'
import { fieldMark, hidesAnother, isOnOwnDisk, linkMark } from './marks.ts'
import { FileRefused, type Findings, mostUnfolded } from './refused.ts'

const MAX_ENTRIES = 1000
const ENCRYPTED = 0x1

/** What is collected from the parts of a document. */
interface Reading {
  marks: Set<DocumentMark>
  /** The text of headers and footers, which often contain a name and a telephone number. */
  around: Set<string>
  /** The document's own text, in case the library does not read it. */
  body: string
}

/** Returns a DOCX's marks and text; throws `FileRefused` if it does not open or has macros. */
export async function lookIntoDocx(bytes: Buffer): Promise<Findings> {
  const reading: Reading = { marks: new Set(), around: new Set(), body: '' }
  const { marks, around } = reading
  const zip = await opened(bytes)
  const entries = await entriesOf(zip, bytes.length)
  for (const entry of entries) await lookIntoPart(zip, entry, reading)
  if (hidesAnother(bytes)) marks.add('hidden')
  if (isReadOtherwise(bytes, entries)) marks.add('irregular')
  return { marks: [...marks], text: [...around, (await bodyOf(bytes)) ?? reading.body].join('\n') }
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  } catch {
    throw new FileRefused('damaged')
  }
}

/** Returns the archive's entries, with limits on the sizes in its directory before anything is unpacked. */
async function entriesOf(zip: ZipFile, fileBytes: number): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new FileRefused('too large inside')
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch {
    throw new FileRefused('damaged')
  }
  const unfolded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unfolded > mostUnfolded(fileBytes)) throw new FileRefused('too large inside')
  if (entries.some((entry) => (entry.generalPurposeBitFlag & ENCRYPTED) !== 0))
    throw new FileRefused('locked')
  if (!entries.some(({ fileName }) => fileName.startsWith('word/'))) throw new FileRefused('damaged')
  return entries
}

const signatures = ['PK\u0003\u0004', 'PK\u0001\u0002']

/** Returns whether another reader might find other parts in the archive. */
function isReadOtherwise(bytes: Buffer, entries: readonly Entry[]): boolean {
  const spelled = bytes.toString('latin1')
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()))
  const isMore = signatures.some((mark) => spelled.split(mark).length - 1 !== entries.length)
  return isMore || names.size < entries.length || spelled.split('PK\u0005\u0006').length !== 2
}

const macroParts = /(?:^|\/)vba(?:Project|Data)[^/]*$/i
const xmlParts = /\.(?:xml|rels|vml|svg)$/i
/** Pictures, fonts, printer settings and folders, which nothing opens by itself. */
const inertParts =
  /(?:\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp|webp|odttf|ttf|fntdata)|\/printerSettings\d*\.bin|\/)$/i
const pictures = /\.(?:png|jpe?g|gif)$/i
const TYPES = '[Content_Types].xml'
const headsAndFeet = /\/(?:header|footer)\d*\.xml$/i

async function lookIntoPart(zip: ZipFile, entry: Entry, reading: Reading): Promise<void> {
  const { fileName } = entry
  const { marks } = reading
  if (macroParts.test(fileName)) throw new FileRefused('macros')
  if (/(?:^|\/)activeX\//i.test(fileName)) marks.add('control')
  else if (!xmlParts.test(fileName) && !inertParts.test(fileName)) marks.add('object')
  if (fileName.endsWith('/')) return
  try {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) marks.add('irregular')
    if (pictures.test(fileName) && !contentOf(content)?.isPicture) marks.add('object')
    if (!xmlParts.test(fileName)) return
    if (fileName === TYPES && !/wordprocessingml\.(?:document|template)|macroEnabled/.test(decoded(content)))
      throw new FileRefused('wrong kind')
    const words = readPart(content, marks).trim()
    if (headsAndFeet.test(fileName)) reading.around.add(words)
    else if (/^word\/document\d*\.xml$/.test(fileName)) reading.body = words
  } catch (error) {
    if (error instanceof FileRefused) throw error
    marks.add('irregular')
  }
}

/** Characters for the begin, the middle and the end of a field, as in a DOC. */
const fieldMarks: Record<string, string> = { begin: '\u0013', separate: '\u0014', end: '\u0015' }
const fields = new RegExp(String.raw`\x13([^\x13-\x15]*)`, 'g')
const instructions = new RegExp(String.raw`\x13[^\x14\x15]*\x14?|\x15`, 'g')

/** Reads a part as XML and returns its text; throws if it is no XML. */
function readPart(content: Buffer, marks: Set<DocumentMark>): string {
  const parser = new SaxesParser({ xmlns: true })
  let words = ''
  let isWords = false
  parser.on('error', (error) => {
    throw error
  })
  const markIrregular = () => void marks.add('irregular')
  parser.on('doctype', markIrregular)
  parser.on('processinginstruction', ({ target }) => target.startsWith('mso-') || markIrregular())
  parser.on('xmldecl', ({ encoding }) => /^utf-(?:8|16)$/i.test(encoding ?? 'utf-8') || markIrregular())
  parser.on('opentag', ({ local, uri, attributes }) => {
    isWords = wordsElements.has(local)
    const mark = markOfElement(local, uri)
    if (mark) marks.add(mark)
    const all = Object.values(attributes)
    const valueOf = (name: string) => all.find((one) => one.local === name)?.value ?? ''
    if (/macroEnabled|vbaProject/i.test(`${valueOf('ContentType')} ${valueOf('Type')}`))
      throw new FileRefused('macros')
    if (local === 'Relationship') markRelation(valueOf, marks)
    else markAttributes(all, marks)
    if (local === 'fldSimple') words += `\u0013${valueOf('instr')}\u0015`
    if (local === 'fldChar') words += fieldMarks[valueOf('fldCharType')] ?? ''
  })
  parser.on('closetag', ({ local }) => {
    isWords = false
    if (local === 'p' || local === 'tab' || local === 'br') words += local === 'p' ? '\n' : ' '
  })
  parser.on('text', (text) => void (isWords && (words += text)))
  parser.on('cdata', (text) => void (isWords && (words += text)))
  parser.write(decoded(content)).close()
  for (const [, instruction = ''] of words.matchAll(fields)) {
    const mark = fieldMark(instruction)
    if (mark) marks.add(mark)
  }
  return words.replaceAll(instructions, '')
}

/** UTF-16 if it says so, otherwise UTF-8. */
function decoded(content: Buffer): string {
  const wide = { fffe: 'utf-16le', feff: 'utf-16be' }[content.toString('hex', 0, 2)]
  return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(content)
}

const wordsElements = new Set(['t', 'instrText', 'delText', 'delInstrText'])

/** Elements that contain or load another file, a control or a query, or name a macro. */
const elements: ReadonlyMap<string, DocumentMark> = new Map(
  (
    [
      ['object', 'object OLEObject oleObj altChunk externalData'],
      ['control', 'control'],
      ['linked', 'subDoc mailMerge frameset sourceFileName saveThroughXslt'],
      ['action', 'entryMacro exitMacro'],
      ['script', 'script scriptAnchor applet iframe foreignObject'],
      ['media', 'movie embeddedWAVAudioFile audioFile videoFile wavAudioFile quickTimeFile webVideoPr'],
    ] as const
  ).flatMap(([mark, listed]) => listed.split(' ').map((name) => [name, mark] as const)),
)
/** Microsoft's namespaces of add-ins, menus and controls. */
const actingHomes =
  /schemas\.microsoft\.com\/office\/.*(?:webextension|taskpane|customui|activeX|vba|model3d|2012\/wordprocessingDrawing)/i
/** Namespaces whose elements Word executes; it ignores others. */
const wordsHomes = /openxmlformats\.org|microsoft[.-]com|oclc\.org\/ooxml|w3\.org\/(?:2000\/svg|1999\/xhtml)/

function markOfElement(local: string, home: string): DocumentMark | undefined {
  if (actingHomes.test(home)) return 'action'
  return wordsHomes.test(home) ? elements.get(local) : undefined
}

/** Relations to an internal part, by the last word of their type. */
const relations: ReadonlyMap<string, DocumentMark> = new Map([
  ...['oleObject', 'package', 'aFChunk', 'subDocument'].map((kind) => [kind, 'object'] as const),
  ...['control', 'activeXControlBinary'].map((kind) => [kind, 'control'] as const),
  ...['video', 'audio', 'media'].map((kind) => [kind, 'media'] as const),
  ...['keyMapCustomizations', 'attachedToolbars', 'webextension'].map((kind) => [kind, 'action'] as const),
])

function markRelation(valueOf: (name: string) => string, marks: Set<DocumentMark>): void {
  const [type, target] = [valueOf('Type'), valueOf('Target')]
  const kind = type.slice(type.lastIndexOf('/') + 1)
  if (valueOf('TargetMode') !== 'External') {
    const mark = relations.get(kind)
    if (mark) marks.add(mark)
  } else if (kind === 'hyperlink') marks.add(linkMark(target))
  else if (kind !== 'attachedTemplate') marks.add('linked')
  else if (!isOnOwnDisk(target)) marks.add('template')
}

/** Drawings may contain an address without a relation. */
function markAttributes(attributes: readonly SaxesAttributeNS[], marks: Set<DocumentMark>): void {
  for (const { local, value } of attributes) {
    if (local === 'href' && !/^(?:data:image\/|rId\w+$)/.test(value)) marks.add(linkMark(value))
    if (local === 'src' && /[:\\]|\/\//.test(value) && !value.startsWith('data:image/')) marks.add('linked')
    if (/^on[a-z]+$/.test(local) && value.includes('(')) marks.add('script')
    if (local === 'action' && /^ppaction:/i.test(value)) marks.add('action')
  }
}

/** Returns the text of the document's body; undefined if it cannot be read. */
async function bodyOf(bytes: Buffer): Promise<string | undefined> {
  const withoutPictures = mammoth.images.imgElement(async () => ({ src: '' }))
  try {
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage: withoutPictures })
    return textOfHtml(value)
  } catch {
    return undefined
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Returns the text of mammoth's HTML, whose attributes contain no `>` and which uses only these entities. */
function textOfHtml(html: string): string {
  return html
    .replaceAll(/<\/t[dh]>/g, '\t')
    .replaceAll(/<br ?\/>|<\/(?:p|h\d|li|tr)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
}
