import { FileRefused, hidesArchive, type FileFault, isSafeAddress } from './refused.ts'
import {
  type PdfLayout,
  type PlacedObject,
  readLayout,
  expandStreams,
  filtersOf,
  isRef,
  nameOf,
  numberOf,
  refName,
  valueOf,
  dictOf,
} from './pdf-layout.ts'
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFString,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { PICTURE_MAX_PIXELS } from '#contract/upload-limits.ts'

const HEADER = /^%PDF-[12]\.\d[\r\n]/

/** A PDF's fault, or undefined when all of it is read, twice alike, and nothing is in it but what may be. */
export async function checkPdf(bytes: Buffer): Promise<FileFault | undefined> {
  if (!HEADER.test(bytes.subarray(0, 9).toString('latin1'))) return 'wrong kind'
  if (hidesArchive(bytes)) return 'active'
  try {
    const layout = readLayout(bytes)
    const objects = expandStreams(layout, bytes.length)
    judgeObjects(objects, layout.trailers)
    checkTables(layout)
    await readAgain(bytes, objects)
    return undefined
  } catch (error) {
    return error instanceof FileRefused ? error.fault : 'damaged'
  }
}

/** Whatever a reader finds by a table, of this or an earlier version of the file, stands there as we read it. */
function checkTables({ objects, entries, trailers, tables, starts }: PdfLayout): void {
  const places = new Map(objects.map(({ at, number, generation }) => [at, `${number} ${generation}`]))
  const wrong = entries.some(({ at, number, generation }) => places.get(at) !== `${number} ${generation}`)
  const links = trailers.flatMap((trailer) => ['Prev', 'XRefStm'].map((key) => valueOf(trailer, key)))
  // The first table of a file made for the web is named by its place: its own start is 0 (Annex F).
  const named = [
    ...starts.slice(0, -1).filter((at) => at > 0),
    starts.at(-1),
    ...links.filter(Boolean).map(numberOf),
  ]
  const lost = named.some((at) => at === undefined || !tables.has(at))
  if (wrong || lost || !trailers.some((trailer) => valueOf(trailer, 'Root'))) throw new FileRefused('damaged')
}

/** Reads the file with another library, by its tables, and refuses it where that sees anything else than we saw. */
async function readAgain(bytes: Buffer, objects: readonly PlacedObject[]): Promise<void> {
  const pdf = await PDF.load(bytes, { lenient: false })
  if (pdf.isEncrypted) throw new FileRefused('locked')
  const ours = Map.groupBy(objects, ({ number, generation }) => `${number} ${generation}`)
  for (const [name, versions] of ours) {
    const [number = 0, generation = 0] = name.split(' ').map(Number)
    const theirs = pdf.getObject(PdfRef.of(number, generation))
    if (theirs === null) continue
    const seen = spellTheirs(theirs)
    if (!versions.some(({ value }) => spellOurs(value) === seen)) throw new FileRefused('damaged')
  }
  PdfRef.clearCache()
  PdfName.clearCache()
}

/** A value in one spelling for both libraries; of a stream its dictionary and how long it is. */
function spellOurs(value: PDFObject): string {
  if (value instanceof PDFRawStream) return `${spellOurs(value.dict)}${value.contents.length}`
  if (value instanceof PDFDict) {
    return spellDict(value.entries().map(([key, inner]) => [nameOf(key) ?? '', spellOurs(inner)]))
  }
  if (value instanceof PDFArray) return `[${value.asArray().map(spellOurs).join(' ')}]`
  if (value instanceof PDFString || value instanceof PDFHexString) return spellBytes(value.asBytes())
  if (value instanceof PDFBool) return String(value.asBoolean())
  if (isRef(value)) return `${refName(value)} R`
  return spellRest(nameOf(value), numberOf(value))
}

function spellTheirs(value: PdfObject): string {
  if (value instanceof PdfDict) {
    const dict = spellDict([...value].map(([key, inner]) => [key.value, spellTheirs(inner)]))
    return value instanceof PdfStream ? `${dict}${value.data.length}` : dict
  }
  if (value instanceof PdfArray) return `[${[...value].map(spellTheirs).join(' ')}]`
  if (value instanceof PdfString) return spellBytes(value.bytes)
  if (value instanceof PdfRef) return `${value.objectNumber} ${value.generation} R`
  if (value.type === 'bool') return String(value.value)
  if (value instanceof PdfName) return spellRest(value.value, undefined)
  return spellRest(undefined, value instanceof PdfNumber ? value.value : undefined)
}

function spellDict(entries: [string, string][]): string {
  const sorted = entries
    .filter(([, value]) => value !== 'null')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `<<${sorted.map(([key, value]) => `${spellRest(key, undefined)} ${value}`).join(' ')}>>`
}

function spellBytes(bytes: Uint8Array): string {
  // One library turns the ends of lines within a text into one, as the standard says, the other does not.
  return `(${Buffer.from(bytes).toString('latin1').replaceAll(/\r\n?/g, '\n')})`
}

function spellRest(name: string | undefined, number: number | undefined): string {
  if (name !== undefined) return `/${Buffer.from(name).toString('hex')}`
  return number === undefined ? 'null' : String(number)
}

const MAX_PAGES = 2000
/** Dictionaries and arrays within one another. */
const MAX_DEPTH = 100

type Role = keyof typeof keys

/** Holds every dictionary of the file, of every version of it that it keeps, against what may be there. */
function judgeObjects(objects: readonly PlacedObject[], trailers: readonly PDFDict[]): void {
  const known = Map.groupBy(objects, ({ number, generation }) => `${number} ${generation}`)
  const at = (value: PDFObject | undefined) => resolve(known, value)
  let pages = 0
  const visit = (value: PDFObject, depth: number) => {
    if (depth > MAX_DEPTH) throw new FileRefused('damaged')
    if (value instanceof PDFArray) for (const one of value.asArray()) visit(one, depth + 1)
    const dict = dictOf(value)
    if (!dict) return
    judgeDict(dict, at)
    if (value instanceof PDFRawStream) judgeStream(value.dict)
    if (nameOf(valueOf(dict, 'Type')) === 'Page' && (pages += 1) > MAX_PAGES) throw new FileRefused('damaged')
    if ((numberOf(valueOf(dict, 'Count')) ?? 0) > MAX_PAGES) throw new FileRefused('damaged')
    for (const [, inner] of dict.entries()) visit(inner, depth + 1)
  }
  for (const { value } of objects) {
    // Some readers follow a reference that leads to another, we resolve one.
    if (isRef(value)) throw new FileRefused('active')
    visit(value, 0)
  }
  for (const trailer of trailers) {
    visit(trailer, 0)
    for (const root of at(valueOf(trailer, 'Root'))) judgeRole(dictOf(root), 'catalog')
  }
}

type Resolve = (value: PDFObject | undefined) => PDFObject[]

/** Everything a reference may lead to, in any version of the file; a value leads to itself. */
function resolve(known: Map<string, PlacedObject[]>, value: PDFObject | undefined): PDFObject[] {
  if (value === undefined) return []
  if (!isRef(value)) return [value]
  return (known.get(refName(value as PDFRef)) ?? []).map((placed) => placed.value)
}

function judgeDict(dict: PDFDict, at: Resolve): void {
  const all = (key: string) => at(valueOf(dict, key))
  const kindsOf = (key: string) => all(key).map((value) => nameOf(value) ?? '')
  if (valueOf(dict, 'Encrypt')) throw new FileRefused('locked')
  const texts = ['URI', 'Base'].flatMap(all).filter(isText).map(textOf)
  const refused =
    dict.keys().some((key) => refusedKeys.has(nameOf(key) ?? '')) ||
    kindsOf('Type').some((type) => type !== '' && !types.has(type)) ||
    kindsOf('Subtype').some((type) => type !== '' && !subtypes.has(type)) ||
    all('F').some(isText) ||
    !texts.every(isSafeAddress)
  if (refused) throw new FileRefused('active')
  judgeActions(dict, all)
  judgePlaces(dict, all)
}

type All = (key: string) => PDFObject[]

/** Holds what a dictionary is, and what it leads to, against the keys that such a one has. */
function judgePlaces(dict: PDFDict, all: All): void {
  const type = nameOf(valueOf(dict, 'Type'))
  const isCatalog = type === 'Catalog'
  if (isCatalog) judgeRole(dict, 'catalog')
  if (type === 'Page' || type === 'Pages') judgeRole(dict, 'page')
  if (valueOf(dict, 'Rect')) judgeRole(dict, 'note')
  for (const form of all('AcroForm')) judgeRole(dictOf(form), 'form')
  for (const names of isCatalog ? all('Names') : []) judgeRole(dictOf(names), 'names')
}

/** Every place at which a reader looks for an action holds one of those that may be there, or something else. */
function judgeActions(dict: PDFDict, all: All): void {
  const kinds = all('S').map(nameOf)
  if (kinds.some((kind) => kind !== undefined && otherActions.has(kind))) throw new FileRefused('active')
  if (kinds.some((kind) => kind !== undefined && actions.has(kind))) judgeRole(dict, 'action')
  // `A` also holds what a structure's element looks like, which is no action and has no kind.
  const isAction = valueOf(dict, 'Rect') ?? valueOf(dict, 'Title')
  for (const action of all('A').map(dictOf))
    judgeAction(action, { kinds: actions, must: isAction !== undefined })
  for (const action of all('PA').map(dictOf)) judgeAction(action, { kinds: actions, must: true })
  // What opens by itself may lead to a page of the document, not out of it.
  for (const action of all('OpenAction').map(dictOf)) judgeAction(action, { kinds: opening, must: true })
}

const opening = new Set(['GoTo'])

function judgeAction(
  action: PDFDict | undefined,
  asked: { kinds: ReadonlySet<string>; must: boolean },
): void {
  const kind = action && valueOf(action, 'S')
  const wrong = kind ? !asked.kinds.has(nameOf(kind) ?? '') : action !== undefined && asked.must
  if (wrong) throw new FileRefused('active')
}

function judgeRole(dict: PDFDict | undefined, role: Role): void {
  for (const [key, value] of dict?.entries() ?? []) {
    if (keys[role].has(nameOf(key) ?? '')) continue
    if (isRef(value) || value instanceof PDFDict || value instanceof PDFArray) throw new FileRefused('active')
  }
}

function judgeStream(dict: PDFDict): void {
  if (valueOf(dict, 'F')) throw new FileRefused('active')
  const unknown = filtersOf(dict).some((filter) => !filters.has(filter))
  if (unknown || isRef(valueOf(dict, 'Filter'))) throw new FileRefused('damaged')
  const [width = 0, height = 0] = ['Width', 'Height'].map((key) => numberOf(valueOf(dict, key)))
  if (width * height > PICTURE_MAX_PIXELS) throw new FileRefused('damaged')
}

function isText(value: PDFObject): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString
}

function textOf(value: PDFString | PDFHexString): string {
  return Buffer.from(value.asBytes()).toString('latin1')
}

// What may be in a PDF (ISO 32000-2). What is not in these lists is not taken, whatever it is called.

/** Kinds of dictionaries, as `Type` names them. */
const types = listed(`
  Catalog Pages Page Template Outlines Outline OutlineItem Bookmark PageLabel PageLabels Names Dests Thread Bead Info
  Font FontDescriptor Encoding CMap CIDSystemInfo CIDFont XObject Image Form Mask ExtGState Pattern Shading Function
  ColorSpace Halftone Group Metadata Stream Contents Annot Border Action ViewerPreferences Trans MarkInfo OutputIntent
  StructTreeRoot StructElem MCR OBJR Namespace RoleMap ClassMap ParentTree OCG OCMD OCProperties Pagination Artifact
  XRef ObjStm AcroForm Field Sig DocTimeStamp SigRef SigFieldLock SV TransformParams DSS VRI Developer
  DeveloperExtensions Extensions PieceInfo PtData Measure NumberFormat Viewport LineHint StructureHint Requirement
  Resources ProcSet Length Filter`)

/** Kinds within a kind: fonts, drawings, notes on pages, the labels of marked content. */
const subtypes = listed(`
  Type0 Type1 MMType1 Type3 TrueType CIDFontType0 CIDFontType2 Type1C CIDFontType0C OpenType Image Form XML
  Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup
  Widget Watermark PrinterMark Redact Background Header Footer PageNum Bates Pagination Layout Page LineNum RL GEO
  Luminosity Alpha Transparency`)

/** Actions, wherever one may stand. None has a `Next`: what opens by itself could lead on to what must be clicked. */
const actions = listed('GoTo URI')

/** Kinds of actions there are; a part of the document's structure may be called as it likes, but not as one of these. */
const otherActions = listed(`
  GoToR GoToE GoToDp Launch Thread Sound Movie Hide Named SubmitForm ResetForm ImportData SetOCGState Rendition
  GoTo3DView JavaScript RichMediaExecute NOP`)

/** Ways in which a stream may be packed. */
const filters = listed(`
  FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode DCTDecode CCITTFaxDecode JBIG2Decode JPXDecode
  Fl LZW A85 AHx RL DCT CCF`)

/** Keys that a catalog, a page, a note and their like have; others may hold a number or a text, and lead nowhere. */
const common = 'Type Subtype Parent Metadata PieceInfo LastModified Lang'
const keys = {
  catalog:
    listed(`${common} Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines
    Threads OpenAction URI StructTreeRoot MarkInfo SpiderInfo OutputIntents OCProperties Perms Legal AcroForm DSS`),
  names: listed('Dests AP Pages Templates IDS URLS'),
  page: listed(`${common} Kids Count Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group
    Thumb B Dur Trans Annots StructParents ID PZ SeparationInfo Tabs UserUnit VP DPart OutputIntents`),
  note: listed(`${common} Rect Contents P NM M F AP AS Border C StructParent OC Name T V DV Ff FT MK A PA Dest H QuadPoints
    BS DA Q DS RC CL IT RD LE L LL LLE Cap CO CP Measure Vertices IC BE Path InkList Popup Open State StateModel CA ca
    Subj CreationDate IRT RT ExData Kids TU TM Opt TI I MaxLen Lock SV Sy DR BM Intent FixedPrint MN OverlayText Repeat RO`),
  action: listed('Type S D URI IsMap SD'),
  form: listed('Fields NeedAppearances SigFlags CO DR DA Q'),
} as const

/** Keys at which something runs, opens or hides, in whatever dictionary they stand. */
const refusedKeys = listed(`
  JS JavaScript AA XFA EF EmbeddedFiles EmbeddedFDFs AF RF UF Launch Win Mac Unix Renditions AlternatePresentations Collection
  NeedsRendering Requirements RichMediaContent RichMediaSettings RichMediaInstances 3DD 3DV 3DA 3DU Movie Sound OPI PS Level1
  FFilter FDecodeParms DestOutputProfileRef Alternates ImportData SubmitForm`)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
