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

/** Pictures and fonts, by how they begin: hexadecimal, a dot for any digit. */
export const pictureTypes: ReadonlyMap<string, RegExp> = new Map([
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/jpg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/bmp', /^424d/],
  ['image/tiff', /^(?:49492a00|4d4d002a)/],
  ['image/x-emf', /^01000000.{72}20454d46/],
  ['image/x-wmf', /^(?:d7cdc69a|01000900)/],
  [`${office}obfuscatedFont`, /^/],
])

/** Relations between parts, by the last word of their kind. */
export const relations: ReadonlySet<string> = new Set(
  listed(`officeDocument styles stylesWithEffects settings webSettings fontTable numbering footnotes endnotes comments
    commentsExtended commentsIds commentsExtensible header footer glossaryDocument people theme themeOverride
    core-properties extended-properties custom-properties customXml customXmlProps image hyperlink chart chartUserShapes
    chartStyle chartColorStyle chartEx diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing font
    thumbnail attachedTemplate classificationlabels`),
)
/** Whose words those are: the standard's, in both of its spellings, and Microsoft's. */
export const relationHomes =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officeDocument|package)\/2006\/relationships(?:\/metadata)?|purl\.oclc\.org\/ooxml\/officeDocument\/relationships(?:\/metadata)?|schemas\.microsoft\.com\/office\/(?:\d{4}|\d{4}\/\d\d|drawing\/\d{4}\/[a-z]+)\/relationships)\/([A-Za-z-]+)$/

/** Elements that hold or fetch another file, a control, a query or the name of a macro. */
export const refusedElements: ReadonlySet<string> = new Set(
  listed(`OLEObject object control altChunk subDoc mailMerge frameset sourceFileName saveThroughXslt entryMacro
    exitMacro movie embeddedWAVAudioFile audioFile videoFile wavAudioFile quickTimeFile externalData oleObj script
    foreignObject scriptAnchor applet iframe`),
)

function listed(words: string): string[] {
  return words.trim().split(/\s+/)
}
