import {
  createBudget,
  FileRefused,
  hidesArchive,
  isSafeAddress,
  type FileFault,
  isLocalPath,
} from './refused.ts'
import { isEncryptedOffice, createFieldReader, type FieldReader, judgeField } from './doc.ts'
import { readXml, PIECE, type Parts, readArchive } from './docx-package.ts'
import { posix } from 'node:path'

const ZIP_MAGIC = Buffer.from('504b0304', 'hex')
const TYPES = '[Content_Types].xml'
const TYPES_HOME = 'http://schemas.openxmlformats.org/package/2006/content-types'
const typeElements = new Set(['Types', 'Default', 'Override'])
/** Elements whose text may be a field's instruction. */
const wordsElements = new Set(['instrText', 'delInstrText', 't', 'delText'])
const MAIN = 'officeDocument'
/** What programs other than Word add for themselves. */
const DATA = 'application/xml'

/** A docx's fault, or undefined when it is exactly an archive of parts that are all read, and none but those on the lists. */
export async function checkDocx(bytes: Buffer): Promise<FileFault | undefined> {
  if (!bytes.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) {
    return isEncryptedOffice(bytes) ? 'locked' : 'wrong kind'
  }
  try {
    return judgeParts(await readArchive(bytes, createBudget(bytes.length)))
  } catch (error) {
    return error instanceof FileRefused ? error.fault : 'damaged'
  }
}

function judgeParts(parts: Parts): FileFault | undefined {
  const listed = parts.get(TYPES)
  if (!listed) return 'wrong kind'
  const typeOf = readTypes(listed)
  const main = mainPart(parts)
  if (main === undefined || !parts.has(main)) return 'wrong kind'
  const mainType = typeOf(main)
  if (/macroEnabled/i.test(mainType)) return 'active'
  if (!mainTypes.has(mainType)) return 'wrong kind'
  const kindsTo = Map.groupBy(readRelations(parts, typeOf), ({ target }) => target)
  const fontKeys = new Set<string>()
  const fonts: Buffer[] = []
  for (const [name, content] of parts) {
    const type = typeOf(name)
    if (name === TYPES || isRelations(name)) continue
    if (type === fontType) fonts.push(content)
    else if (!xmlTypes.has(type) || !/\.(?:xml|svg)$/i.test(name)) judgePicture(content, type)
    else if (type === DATA && (kindsTo.get(name) ?? []).every(({ kind }) => kind === 'customXml'))
      judgeData(content)
    else judgeXml(content, fontKeys)
  }
  if (!fonts.every((font) => isFont(font, fontKeys))) return 'active'
  return undefined
}

function isRelations(name: string): boolean {
  return /(?:^|\/)_rels\/[^/]*\.rels$/.test(name)
}

function readRelations(parts: Parts, typeOf: (name: string) => string): Relation[] {
  return [...parts].flatMap(([name, content]) => {
    if (isRelations(name) !== typeOf(name).endsWith('relationships+xml')) throw new FileRefused('active')
    return isRelations(name) ? judgeRelations(name, content, parts) : []
  })
}

/** The part that the package's own relations call its document. */
function mainPart(parts: Parts): string | undefined {
  const root = parts.get('_rels/.rels')
  const targets = root ? judgeRelations('_rels/.rels', root, parts).filter(({ kind }) => kind === MAIN) : []
  return targets.length === 1 ? targets[0]?.target : undefined
}

/** Says what kind each part is: by its own name, or by its ending. */
function readTypes(content: Buffer): (name: string) => string {
  const byEnding = new Map<string, string>()
  const byName = new Map<string, string>()
  const add = (map: Map<string, string>, key: string | undefined, type: string | undefined) => {
    if (key === undefined || type === undefined || map.has(key.toLowerCase()))
      throw new FileRefused('damaged')
    map.set(key.toLowerCase(), type)
  }
  readXml(content, {
    open({ name: element, home, attributes }) {
      if (home !== TYPES_HOME || !typeElements.has(element)) throw new FileRefused('damaged')
      if (element === 'Default') add(byEnding, attributes.get('Extension'), attributes.get('ContentType'))
      if (element === 'Override') add(byName, attributes.get('PartName'), attributes.get('ContentType'))
    },
  })
  return (name) => {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return byName.get(`/${name.toLowerCase()}`) ?? byEnding.get(ending) ?? ''
  }
}

function judgePicture(content: Buffer, type: string): void {
  const beginning = pictureTypes.get(type)
  if (!beginning?.test(content.toString('hex', 0, 64)) || hidesArchive(content))
    throw new FileRefused('active')
}

/** How the fonts begin that a document may bring: TrueType, OpenType and collections of them. */
const fontBeginning = /^(?:00010000|4f54544f|74727565|74746366)/
const FONT_MASKED_BYTES = 32

/** Whether one of the keys unmasks a font: its first bytes are combined with a key from the table of fonts (ECMA-376, 17.8.1). */
function isFont(content: Buffer, keys: ReadonlySet<string>): boolean {
  if (hidesArchive(content)) return false
  return [...keys].some((key) => {
    const mask = Buffer.from(key.replaceAll(/[{}-]/g, ''), 'hex').reverse()
    const begin = content
      .subarray(0, FONT_MASKED_BYTES)
      .map((byte, at) => byte ^ (mask[at % mask.length] ?? 0))
    return fontBeginning.test(Buffer.from(begin).toString('hex'))
  })
}

/**
 * Reads a part with data of others, which Word keeps and does not act on: an element may be called as it likes, but
 * nothing of Word's own may be among them that is in no other part.
 */
function judgeData(content: Buffer): void {
  readXml(content, {
    open({ name, home, attributes }) {
      if (!isOfficeHome(home)) return
      if (refusedElements.has(name) || isRefusedHome(home)) throw new FileRefused('active')
      judgeAttributes(attributes)
    },
  })
}

/**
 * Reads a part for what may not be in it. Between two elements of Word's own may stand those of others, which a reader
 * passes over or takes one of: so a field lies within one such piece, or it would be another for another reader.
 */
function judgeXml(content: Buffer, fontKeys: Set<string>): void {
  const pieces = [createFieldReader()]
  let words = 0
  readXml(content, {
    open({ name, home, isWord, attributes }) {
      if (refusedElements.has(name) || isRefusedHome(home)) throw new FileRefused('active')
      judgeAttributes(attributes)
      const fontKey = attributes.get('fontKey')
      if (fontKey !== undefined) fontKeys.add(fontKey)
      if (!isWord) pieces.push(createFieldReader())
      else if (name === 'fldSimple') judgeField(attributes.get('instr') ?? '')
      else if (name === 'fldChar') readMark(pieces, attributes.get('fldCharType'))
      else if (wordsElements.has(name)) words += 1
    },
    close({ name, isWord }) {
      if (!isWord) pieces.pop()?.finish()
      else if (wordsElements.has(name)) words -= 1
    },
    text(text) {
      if (words === 0) return
      if (pieces.slice(0, -1).some((piece) => piece.isTelling())) throw new FileRefused('active')
      pieces.at(-1)?.text(text)
    },
  })
  for (const piece of pieces) piece.finish()
}

function readMark(pieces: readonly FieldReader[], mark: string | undefined): void {
  const fields = pieces.at(-1)
  if (mark === 'begin') fields?.begin()
  else if (mark === 'separate') fields?.separate()
  else if (mark === 'end') fields?.end()
  else throw new FileRefused('damaged')
}

/** Drawings may name an address themselves, without a relation. */
function judgeAttributes(attributes: Map<string, string>): void {
  for (const [key, value] of attributes) {
    const name = key.slice(key.lastIndexOf('}') + 1)
    const leads =
      name === 'href' && !isSafeAddress(value) && !/^(?:data:image\/(?:png|jpeg);|rId\w+$)/.test(value)
    const fetches = name === 'src' && /[:\\]|\/\//.test(value) && !value.startsWith('data:image/')
    const runs = /^on[a-z]+$/.test(name) && /\(/.test(value)
    const acts = name === 'action' && /^ppaction:\/\/(?!hlink)/i.test(value)
    if (leads || fetches || runs || acts) throw new FileRefused('active')
  }
}

const home = 'http://schemas.openxmlformats.org/package/2006/relationships'

interface Relation {
  kind: string
  /** The part it leads to, by its name in the archive. */
  target: string
}

/** Reads a list of relations, throws if any is of another kind than those that may be, and answers those within. */
function judgeRelations(name: string, content: Buffer, parts: Parts): Relation[] {
  const within: Relation[] = []
  const ids = new Set<string>()
  readXml(content, {
    open({ name: element, home: of, attributes }) {
      if (of !== home) throw new FileRefused('damaged')
      if (element === 'Relationships') return
      if (element !== 'Relationship') throw new FileRefused('damaged')
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) => attributes.get(key))
      const kind = relationHomes.exec(type)?.[1]
      if (ids.has(id)) throw new FileRefused('damaged')
      ids.add(id)
      if (kind === undefined || !relations.has(kind)) throw new FileRefused('active')
      const mode = attributes.get('TargetMode') ?? 'Internal'
      if (mode === 'External') judgeExternal(kind, target)
      else if (mode === 'Internal') within.push(judgeInternal(name, { kind, target }, parts))
      else throw new FileRefused('damaged')
    },
  })
  return within
}

function judgeExternal(kind: string, target: string): void {
  const safe =
    kind === 'hyperlink' ? isSafeAddress(target) : kind === 'attachedTemplate' && isLocalPath(target)
  if (!safe) throw new FileRefused('active')
}

function judgeInternal(name: string, { kind, target }: Relation, parts: Parts): Relation {
  if (kind === 'hyperlink' && target.startsWith('#')) return { kind, target }
  const folder = posix.dirname(posix.dirname(name))
  const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
  // A picture that was removed is called NULL; whatever else is named must be there.
  if (!parts.has(part) && posix.basename(part) !== 'NULL') throw new FileRefused('damaged')
  return { kind, target: part }
}

// What may be in a Word document (ECMA-376, and what Word 2007 to today writes beside it).

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const office = 'application/vnd.openxmlformats-officedocument.'

const mainTypes: ReadonlySet<string> = new Set([`${word}document.main+xml`])

/** Content types of parts that are read as XML. */
const xmlTypes: ReadonlySet<string> = new Set([
  ...mainTypes,
  ...listed(`styles settings webSettings fontTable numbering footnotes endnotes comments commentsExtended commentsIds
    commentsExtensible header footer document.glossary people`).map((name) => `${word}${name}+xml`),
  ...listed(`theme themeOverride extended-properties custom-properties customXmlProperties drawingml.chart
    drawingml.chartshapes drawingml.diagramData drawingml.diagramLayout drawingml.diagramStyle
    drawingml.diagramColors`).map((name) => `${office}${name}+xml`),
  ...listed(`word.stylesWithEffects office.chartstyle office.chartcolorstyle office.drawingml.diagramDrawing
    office.classificationlabels office.chartex word.commentsExtended word.commentsIds word.commentsExtensible word.people`).map(
    (name) => `application/vnd.ms-${name}+xml`,
  ),
  'application/vnd.openxmlformats-package.core-properties+xml',
  'application/vnd.openxmlformats-package.relationships+xml',
  'application/xml',
  'image/svg+xml',
])

/** Pictures, by how they begin: hexadecimal, a dot for any digit. */
const pictureTypes: ReadonlyMap<string, RegExp> = new Map([
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/jpg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/bmp', /^424d/],
  ['image/tiff', /^(?:49492a00|4d4d002a)/],
  ['image/x-emf', /^01000000.{72}20454d46/],
  ['image/x-wmf', /^(?:d7cdc69a|01000900)/],
])

/** A font that the document brings, of which the first bytes are masked. */
const fontType = `${office}obfuscatedFont`

/** Relations between parts, by the last word of their kind. */
const relations: ReadonlySet<string> = new Set(
  listed(`officeDocument styles stylesWithEffects settings webSettings fontTable numbering footnotes endnotes comments
    commentsExtended commentsIds commentsExtensible header footer glossaryDocument people theme themeOverride
    core-properties extended-properties custom-properties customXml customXmlProps image hyperlink chart chartUserShapes
    chartStyle chartColorStyle chartEx diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing font
    thumbnail attachedTemplate classificationlabels`),
)
/** Whose words those are: the standard's, in both of its spellings, and Microsoft's. */
const relationHomes =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officeDocument|package)\/2006\/relationships(?:\/metadata)?|purl\.oclc\.org\/ooxml\/officeDocument\/relationships(?:\/metadata)?|schemas\.microsoft\.com\/office\/(?:\d{4}|\d{4}\/\d\d|drawing\/\d{4}\/[a-z]+)\/relationships)\/([A-Za-z-]+)$/

/**
 * Microsoft's own vocabularies, of which Word acts on more than it writes: only those of words, drawings and data may be
 * there, so no control, menu, add-in or macro; of drawings none that plays a film or holds a model of its own.
 */
const known =
  /^(?:http:\/\/schemas\.microsoft\.com\/office\/(?:(?:word|drawing|thememl|infopath|mac|internal|outspace|tasks)\/|2006\/(?:metadata|coverPageProps|documentManagement|customDocumentInformationPanel)|2009\/outspace\/|2020\/mipLabelMetadata)|urn:schemas-microsoft-com:(?:vml|office:))/
const playing = /\/office\/(?:word\/2012\/wordprocessingDrawing|drawing\/2017\/model3d)$/

/** Whether Word acts on elements of that home; those of others it keeps or passes over. */
function isOfficeHome(home: string): boolean {
  return /^(?:http:\/\/schemas\.(?:openxmlformats\.org|microsoft\.com\/office)\/|http:\/\/purl\.oclc\.org\/ooxml\/|urn:schemas-microsoft-com:)/.test(
    home,
  )
}

function isRefusedHome(home: string): boolean {
  const isMicrosofts = /^(?:http:\/\/schemas\.microsoft\.com\/office\/|urn:schemas-microsoft-com:)/.test(home)
  return isMicrosofts && (!known.test(home) || playing.test(home))
}

/** Elements that hold or fetch another file, a control, a query or the name of a macro. */
const refusedElements: ReadonlySet<string> = new Set(
  listed(`OLEObject object control altChunk subDoc mailMerge frameset sourceFileName saveThroughXslt entryMacro
    exitMacro movie embeddedWAVAudioFile audioFile videoFile wavAudioFile quickTimeFile externalData oleObj script
    foreignObject scriptAnchor applet iframe`),
)

function listed(words: string): string[] {
  return words.trim().split(/\s+/)
}

/** Characters that are shown: a CV has a tenth of it. */
const TEXT_MAX = 200_000
/** Characters of XML that are read for it: visitors' documents wait meanwhile. */
const XML_MAX = 2_000_000
const mainName = /^word\/document\d*\.xml$/

/** What ends a line in Word, and what stands for a gap. */
const breaks: Record<string, string> = { p: '\n', br: '\n', cr: '\n', tab: '\t', tr: '\n' }

/** The plain text of a DOCX; undefined where it cannot be read. */
export async function textOfDocx(bytes: Buffer): Promise<{ text: string; cut: boolean } | undefined> {
  try {
    const parts = await readArchive(bytes, createBudget(bytes.length))
    const main = [...parts].find(([name]) => mainName.test(name))?.[1]
    return main && readText(main)
  } catch {
    // It passed every check when it came, so it was altered since, or is of an earlier version of these checks.
    return undefined
  }
}

function readText(content: Buffer): { text: string; cut: boolean } {
  const pieces: string[] = []
  let length = 0
  let inText = false
  let read = 0
  const add = (piece: string) => {
    if (length <= TEXT_MAX) pieces.push(piece)
    length += piece.length
  }
  readXml(content, {
    open({ name, isWord }) {
      inText = isWord && name === 't'
      if (isWord && name !== 'p' && breaks[name] !== undefined) add(breaks[name])
    },
    close({ name, isWord }) {
      inText = false
      if (isWord && name === 'p') add('\n')
    },
    text: (piece) => void (inText && add(piece)),
    isEnough: () => (read += PIECE) >= XML_MAX || length > TEXT_MAX,
  })
  const text = pieces.join('')
  return { text: text.slice(0, TEXT_MAX).trim(), cut: length > TEXT_MAX || read >= XML_MAX }
}
