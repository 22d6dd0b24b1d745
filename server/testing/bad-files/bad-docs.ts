import type { BadFile } from './bad-file.ts'
import { firstHalf } from './bad-file.ts'
import { buildDocx } from './docx.ts'
import { buildDoc, buildOle, wordStream } from './ole.ts'

const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')

/** Word 97–2003 documents, and what passes for them. */
export const badDocs: readonly BadFile[] = [
  {
    name: 'doc: macros',
    kind: 'doc',
    fault: 'active',
    bytes: () =>
      buildDoc([
        { name: 'Macros', filled: true },
        { name: 'VBA', filled: true },
        { name: '_VBA_PROJECT', content: Buffer.alloc(9) },
      ]),
  },
  {
    name: 'doc: an embedded object',
    kind: 'doc',
    fault: 'active',
    bytes: () => buildDoc([{ name: 'ObjectPool', filled: true }]),
  },
  {
    name: 'doc: an embedded package',
    kind: 'doc',
    fault: 'active',
    bytes: () => buildDoc([{ name: '\u0001Ole10Native', content: program }]),
  },
  {
    name: 'doc: encrypted',
    kind: 'doc',
    fault: 'locked',
    bytes: () => buildDoc([], wordStream('x', { encrypted: true })),
  },
  { name: 'doc: sealed package', kind: 'doc', fault: 'locked', bytes: sealedPackage },
  { name: 'docx: sealed by a password', kind: 'docx', fault: 'locked', bytes: sealedPackage },
  {
    name: 'xls called doc',
    kind: 'doc',
    fault: 'wrong kind',
    bytes: () => buildOle([{ name: 'Workbook', content: Buffer.alloc(99) }]),
  },
  {
    name: 'msi called doc',
    kind: 'doc',
    fault: 'wrong kind',
    bytes: () => buildOle([{ name: '\u4840\u3f3f\u4577\u446c', content: program }]),
  },
  { name: 'doc: cut in half', kind: 'doc', fault: 'damaged', bytes: () => firstHalf(buildDoc()) },
  {
    name: 'doc: only its first bytes',
    kind: 'doc',
    fault: 'damaged',
    bytes: () => buildDoc().subarray(0, 8),
  },
  { name: 'doc: only its header', kind: 'doc', fault: 'damaged', bytes: () => buildDoc().subarray(0, 512) },
  { name: 'doc: a chain that leads into itself', kind: 'doc', fault: 'damaged', bytes: loop },
  { name: 'doc: another main stream', kind: 'doc', fault: 'damaged', bytes: () => buildDoc([], program) },
  {
    name: 'doc with a zip behind',
    kind: 'doc',
    fault: 'active',
    bytes: () => Buffer.concat([buildDoc(), buildDocx()]),
  },
  { name: 'docx called doc', kind: 'doc', fault: 'wrong kind', bytes: () => buildDocx() },
  { name: 'doc called docx', kind: 'docx', fault: 'wrong kind', bytes: () => buildDoc() },
  {
    name: 'rtf called doc',
    kind: 'doc',
    fault: 'wrong kind',
    bytes: () => Buffer.from('{\\rtf1\\ansi{\\object\\objdata 01}}'),
  },
]

function sealedPackage(): Buffer {
  return buildOle([
    { name: 'EncryptedPackage', content: Buffer.alloc(99) },
    { name: 'EncryptionInfo', content: Buffer.alloc(99) },
  ])
}

function loop(): Buffer {
  const bytes = buildDoc()
  const fat = 512 + bytes.readUInt32LE(76) * 512
  bytes.writeUInt32LE(0, fat)
  return bytes
}
