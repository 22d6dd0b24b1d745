import { posix } from 'node:path'
import { isSafeAddress, FileRefused } from './refused.ts'
import { readXml } from './xml.ts'
import type { Parts } from './zip-layout.ts'

const home = 'http://schemas.openxmlformats.org/package/2006/relationships'

export interface Relation {
  kind: string
  /** The part it leads to, by its name in the archive. */
  target: string
}

/** Reads a list of relations, throws if any is of another kind than those that may be, and answers those within. */
export function judgeRelations(name: string, content: Buffer, parts: Parts): Relation[] {
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

/** Word notes where the template of a document lies, mostly on the writer's own disk: that fetches nothing. */
export function isLocalPath(target: string): boolean {
  let path = target
  try {
    path = decodeURIComponent(target)
  } catch {
    // It is no encoded address but a plain path.
  }
  const local = path.replace(/^file:\/\/\/(?![/\\])/i, '').replaceAll('\\', '/')
  const [, rest = ''] = /^(?:[a-z]:\/|\/(?:Users|Applications|Library|home)\/)?(.*)$/is.exec(local) ?? []
  return !rest.startsWith('/') && !rest.includes('//') && !/[:%?*"<>|]/.test(rest)
}

// What may be in a Word document (ECMA-376, and what Word 2007 to today writes beside it).

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const office = 'application/vnd.openxmlformats-officedocument.'

export const mainTypes: ReadonlySet<string> = new Set([`${word}document.main+xml`])

/** Content types of parts that are read as XML. */
export const xmlTypes: ReadonlySet<string> = new Set([
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
export const pictureTypes: ReadonlyMap<string, RegExp> = new Map([
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
export const fontType = `${office}obfuscatedFont`

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
export function isOfficeHome(home: string): boolean {
  return /^(?:http:\/\/schemas\.(?:openxmlformats\.org|microsoft\.com\/office)\/|http:\/\/purl\.oclc\.org\/ooxml\/|urn:schemas-microsoft-com:)/.test(
    home,
  )
}

export function isRefusedHome(home: string): boolean {
  const isMicrosofts = /^(?:http:\/\/schemas\.microsoft\.com\/office\/|urn:schemas-microsoft-com:)/.test(home)
  return isMicrosofts && (!known.test(home) || playing.test(home))
}

/** Elements that hold or fetch another file, a control, a query or the name of a macro. */
export const refusedElements: ReadonlySet<string> = new Set(
  listed(`OLEObject object control altChunk subDoc mailMerge frameset sourceFileName saveThroughXslt entryMacro
    exitMacro movie embeddedWAVAudioFile audioFile videoFile wavAudioFile quickTimeFile externalData oleObj script
    foreignObject scriptAnchor applet iframe`),
)

function listed(words: string): string[] {
  return words.trim().split(/\s+/)
}
