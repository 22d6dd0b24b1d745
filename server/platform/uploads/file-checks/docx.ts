import { createBudget, FileRefused, hidesArchive, isSafeAddress, type FileFault } from './refused.ts'
import { isEncryptedOffice } from './doc.ts'
import {
  fontType,
  isOfficeHome,
  isRefusedHome,
  judgeRelations,
  mainTypes,
  pictureTypes,
  type Relation,
  refusedElements,
  xmlTypes,
} from './docx-relations.ts'
import { createFieldReader, type FieldReader, judgeField } from './fields.ts'
import { readXml } from './xml.ts'
import { type Parts, readArchive } from './zip-layout.ts'

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
