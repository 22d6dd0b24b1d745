// What may be in a PDF (ISO 32000-2). What is not in these lists is not taken, whatever it is called.

/** Kinds of dictionaries, as `Type` names them. */
export const types = listed(`
  Catalog Pages Page Template Outlines Outline OutlineItem Bookmark PageLabel PageLabels Names Dests Thread Bead Info
  Font FontDescriptor Encoding CMap CIDSystemInfo CIDFont XObject Image Form Mask ExtGState Pattern Shading Function
  ColorSpace Halftone Group Metadata Stream Contents Annot Border Action ViewerPreferences Trans MarkInfo OutputIntent
  StructTreeRoot StructElem MCR OBJR Namespace RoleMap ClassMap ParentTree OCG OCMD OCProperties Pagination Artifact
  XRef ObjStm AcroForm Field Sig DocTimeStamp SigRef SigFieldLock SV TransformParams DSS VRI Developer
  DeveloperExtensions Extensions PieceInfo PtData Measure NumberFormat Viewport LineHint StructureHint Requirement
  Resources ProcSet Length Filter`)

/** Kinds within a kind: fonts, drawings, notes on pages, the labels of marked content. */
export const subtypes = listed(`
  Type0 Type1 MMType1 Type3 TrueType CIDFontType0 CIDFontType2 Type1C CIDFontType0C OpenType Image Form XML
  Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup
  Widget Watermark PrinterMark Redact Background Header Footer PageNum Bates Pagination Layout Page LineNum RL GEO
  Luminosity Alpha Transparency`)

/** Actions, wherever one may stand. */
export const actions = listed('GoTo URI')

/** Kinds of actions there are; a part of the document's structure may be called as it likes, but not as one of these. */
export const otherActions = listed(`
  GoToR GoToE GoToDp Launch Thread Sound Movie Hide Named SubmitForm ResetForm ImportData SetOCGState Rendition
  GoTo3DView JavaScript RichMediaExecute NOP`)

/** Ways in which a stream may be packed. */
export const filters = listed(`
  FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode DCTDecode CCITTFaxDecode JBIG2Decode JPXDecode
  Fl LZW A85 AHx RL DCT CCF`)

/** Keys that a catalog, a page, a note and their like have; others may hold a number or a text, and lead nowhere. */
const common = 'Type Subtype Parent Metadata PieceInfo LastModified Lang'
export const keys = {
  catalog:
    listed(`${common} Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines
    Threads OpenAction URI StructTreeRoot MarkInfo SpiderInfo OutputIntents OCProperties Perms Legal AcroForm DSS`),
  names: listed('Dests AP Pages Templates IDS URLS'),
  page: listed(`${common} Kids Count Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group
    Thumb B Dur Trans Annots StructParents ID PZ SeparationInfo Tabs UserUnit VP DPart OutputIntents`),
  note: listed(`${common} Rect Contents P NM M F AP AS Border C StructParent OC Name T V DV Ff FT MK A PA Dest H QuadPoints
    BS DA Q DS RC CL IT RD LE L LL LLE Cap CO CP Measure Vertices IC BE Path InkList Popup Open State StateModel CA ca
    Subj CreationDate IRT RT ExData Kids TU TM Opt TI I MaxLen Lock SV Sy DR BM Intent FixedPrint MN OverlayText Repeat RO`),
  action: listed('Type S D URI IsMap Next SD'),
  form: listed('Fields NeedAppearances SigFlags CO DR DA Q'),
} as const

/** Keys at which something runs, opens or hides, in whatever dictionary they stand. */
export const refusedKeys = listed(`
  JS JavaScript AA XFA EF EmbeddedFiles EmbeddedFDFs AF RF UF Launch Win Mac Unix Renditions AlternatePresentations Collection
  NeedsRendering Requirements RichMediaContent RichMediaSettings RichMediaInstances 3DD 3DV 3DA 3DU Movie Sound OPI PS Level1
  FFilter FDecodeParms DestOutputProfileRef Alternates ImportData SubmitForm`)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
