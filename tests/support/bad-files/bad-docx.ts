import { fields, xml } from './bad-docx-words.ts'
import { badZips } from './bad-docx-zips.ts'
import { type BadFile, badDocx as bad } from './bad-file.ts'
import { bombs } from './bad-pictures.ts'
import { buildDocx, buildZip, contentTypes, relation, relations, wholeDocx, wordXml } from './zip.ts'

const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')

/** A docx that is refused for a part it holds. */
const parts: [name: string, part: string, content?: string | Buffer][] = [
  ['macros', 'word/vbaProject.bin'],
  ['macros under another name', 'word/theme.bin'],
  ['an embedded program', 'word/embeddings/oleObject1.bin'],
  ['an embedded workbook', 'word/embeddings/sheet1.xlsx'],
  ['an embedded file of no kind', 'word/gadget'],
  ['ActiveX', 'word/activeX/activeX1.bin'],
  ['a script within', 'word/media/run.js'],
  ['a program called a picture', 'word/media/image1.png', program],
  ['a zip called a picture', 'word/media/image1.png', buildZip([{ name: 'a', content: 'a' }])],
  ['a page of HTML', 'word/afchunk1.html', '<html>'],
  ['a page of RTF', 'word/afchunk1.rtf', '{\\rtf1}'],
]

const related: [name: string, kind: string, target?: string, mode?: 'External'][] = [
  ['a template from elsewhere', 'attachedTemplate', 'http://evil.example/t.dotm', 'External'],
  ['a template from a share', 'attachedTemplate', 'file://evil.example/t.dotm', 'External'],
  ['a template from a share, the other way', 'attachedTemplate', '\\\\evil.example\\t.dotm', 'External'],
  [
    'a template from a share, in numbers',
    'attachedTemplate',
    'file:///%5C%5Cevil.example%5Ct.dotm',
    'External',
  ],
  [
    'a template from a share, with more slashes',
    'attachedTemplate',
    'file:////evil.example/t.dotm',
    'External',
  ],
  ['a template, its kind spelt in numbers', 'attached&#84;emplate', 'http://evil.example/t.dotm', 'External'],
  ['a picture from elsewhere', 'image', 'http://evil.example/a.png', 'External'],
  ['a frame from elsewhere', 'frame', 'http://evil.example/', 'External'],
  ['an object from elsewhere', 'oleObject', 'http://evil.example/a', 'External'],
  ['a part of the document from elsewhere', 'subDocument', 'http://evil.example/a.docx', 'External'],
  ['settings from elsewhere', 'settings', 'http://evil.example/settings.xml', 'External'],
  ['data for letters from elsewhere', 'mailMergeSource', 'file:///C:/a.mdb', 'External'],
  ['a chunk of another format', 'aFChunk', 'styles.xml'],
  ['an embedded package', 'package', 'styles.xml'],
  ['a control', 'control', 'styles.xml'],
  ['macros of a menu', 'keyMapCustomizations', 'styles.xml'],
  ['a film', 'video', 'styles.xml'],
  ['a relation nobody knows', 'gadget', 'styles.xml'],
  ...[
    'javascript:alert(1)',
    'file:///C:/Windows/a.exe',
    '\\\\evil.example\\a',
    'ms-msdt:/id',
    'data:text/html,x',
  ].map((target): [string, string, string, 'External'] => [
    `a link to ${target}`,
    'hyperlink',
    target,
    'External',
  ]),
]

const elements: [name: string, inner: string][] = [
  ['an object', '<w:object/>'],
  ['an object of a drawing', '<o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link"/>'],
  ['a control', '<w:control w:name="a"/>'],
  ['a chunk', '<w:altChunk/>'],
  ['a part from elsewhere', '<w:subDoc/>'],
  ['a macro for a form', '<w:ffData><w:entryMacro w:val="Run"/></w:ffData>'],
  ['letters made of a database', '<w:mailMerge><w:query w:val="SELECT 1"/></w:mailMerge>'],
  [
    'a drawing that leads to a program',
    '<v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="file:///C:/a.exe"/>',
  ],
  [
    'a picture fetched by a drawing',
    '<v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="http://evil.example/a"/>',
  ],
  ['a script', '<script>alert(1)</script>'],
  ...[
    'office/2006/activeX',
    'office/2009/07/customui',
    'office/webextensions/webextension/2010/11',
    'office/word/2012/wordprocessingDrawing',
    'office/drawing/2017/model3d',
  ].map((home): [string, string] => [
    `an element of ${home}`,
    `<x:any xmlns:x="http://schemas.microsoft.com/${home}" x:embeddedHtml="a"/>`,
  ]),
]

const kinds: BadFile[] = [
  bad('docm called docx', 'active', () =>
    buildDocx({
      '[Content_Types].xml': contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
    }),
  ),
  bad('xlsx called docx', 'wrong kind', () =>
    buildDocx({
      '[Content_Types].xml': contentTypes(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      ),
    }),
  ),
  bad('a kind said twice', 'damaged', () =>
    buildDocx({
      '[Content_Types].xml': contentTypes().replace(
        '</Types>',
        '<Override PartName="/WORD/document.xml" ContentType="a/b"/></Types>',
      ),
    }),
  ),
  bad('macros that are said to be styles', 'damaged', () =>
    buildDocx({ 'word/styles.xml': Buffer.from('d0cf11e0a1b11ae1', 'hex') }),
  ),
  bad('relations that are said to be something else', 'active', () =>
    buildDocx({
      '[Content_Types].xml': contentTypes().replace('openxmlformats-package.relationships+xml', 'gadget+xml'),
    }),
  ),
  bad('a control among the data of others', 'active', () =>
    wholeDocx({
      'customXml/item1.xml':
        '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="{8BD21D40-EC42-11CE-9E0D-00AA006002F3}"/>',
    }),
  ),
  bad('words of Word’s own that are said to be data', 'active', () =>
    wholeDocx({ 'customXml/item1.xml': wordXml('<w:object/>') }),
  ),
  bad('the state of a control called a font', 'active', () =>
    wholeDocx({ 'word/fonts/font1.odttf': Buffer.alloc(100, 7) }),
  ),
  bad('styles that are said to be data', 'active', () =>
    buildDocx({ 'word/styles.xml': '<styles><object/></styles>' }),
  ),
  bad('two documents', 'wrong kind', () =>
    buildDocx({
      '_rels/.rels': relations(
        relation('officeDocument', 'word/document.xml'),
        relation('officeDocument', 'word/styles.xml').replace('Id="r', 'Id="q'),
      ),
    }),
  ),
  bad('relations in UTF-16 to a template from elsewhere', 'active', () =>
    buildDocx({
      'word/_rels/document.xml.rels': Buffer.from(
        `\ufeff${relations(relation('attachedTemplate', 'http://evil.example', 'External')).replace('UTF-8', 'UTF-16')}`,
        'utf16le',
      ),
    }),
  ),
  bad('a relation to a part that is not there', 'damaged', () => rel(relation('header', 'header9.xml'))),
  bad('a relation out of the archive', 'damaged', () => rel(relation('header', '../../../etc/passwd'))),
  bad('relations of one name', 'damaged', () =>
    rel(relation('styles', 'styles.xml'), relation('styles', 'styles.xml')),
  ),
]

function rel(...inner: string[]): Buffer {
  return buildDocx({ 'word/_rels/document.xml.rels': relations(...inner) })
}

/** Documents of Word that run something, lead out of themselves, or are no ordinary zip. */
export const badDocx = {
  'DOCX: parts and kinds of parts': [
    ...parts.map(([name, part, content = 'x']) => bad(name, 'active', () => buildDocx({ [part]: content }))),
    ...kinds,
  ],
  'DOCX: relations': related.map(([name, kind, target = '', mode]) =>
    bad(name, 'active', () => rel(relation(kind, target, mode))),
  ),
  'DOCX: fields': fields.map(([name, fault, inner]) =>
    bad(`a field ${name}`, fault, () => buildDocx({ 'word/document.xml': wordXml(`<w:p>${inner}</w:p>`) })),
  ),
  'DOCX: elements': elements.map(([name, inner]) =>
    bad(`${name} among its words`, 'active', () => buildDocx({ 'word/document.xml': wordXml(inner) })),
  ),
  'DOCX: XML': xml.map(([name, fault, content]) =>
    bad(`XML with ${name}`, fault, () => buildDocx({ 'word/document.xml': content })),
  ),
  'DOCX: no ordinary zip': badZips,
  'DOCX: bombs': [...bombs],
} satisfies Record<string, BadFile[]>
