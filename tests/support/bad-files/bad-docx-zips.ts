import { type BadFile, firstHalf } from './bad-file.ts'
import { buildDocx, buildZip, documentXml, docxParts, type ZipPart } from './zip.ts'

const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')

function holding(name: string): () => Buffer {
  return () => buildDocx([{ name, content: 'x' }])
}

/** Archives that two readers would open in two ways, by what one entry says of itself. */
const twofold: [name: string, part: Partial<ZipPart>][] = [
  ['bytes behind what unfolds', { hidden: program }],
  ['a wrong sum', { sum: 7 }],
  ['a wrong sum in its header', { header: { sum: 7 } }],
  ['another size in its header', { header: { size: 7 } }],
  ['another method in its header', { header: { method: 0 } }],
  ['other flags in its header', { header: { flags: 0 } }],
  ['a name in Unicode beside its own', { extra: extra(0x7075, Buffer.from('\x01....word/b.xml')) }],
  ['a comment in Unicode', { extra: extra(0x6375, Buffer.from('\x01....x')) }],
  ['sizes of zip64', { extra: extra(0x0001, Buffer.alloc(16)) }],
  ['sizes of zip64 in its header', { header: { extra: extra(0x0001, Buffer.alloc(16)) } }],
  ['a field nobody knows', { extra: extra(0x4141, Buffer.from('x')) }],
  ['a field that is cut off', { header: { extra: Buffer.from('0a00ff00', 'hex') } }],
  ['sizes behind it that are wrong', { flags: 0x0808, descriptor: Buffer.alloc(16) }],
  ['a comment of its own', { comment: 'x' }],
]

function extra(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

/** Documents in an archive that is not exactly what its directory says. */
export const badZips: BadFile[] = [
  ...['../../../etc/cron.d/x', '/etc/passwd', 'word\\..\\..\\x.xml', 'C:/x.xml', 'word/../../x.xml'].map(
    (name) => ({
      name: `docx: an entry called ${name}`,
      kind: 'docx' as const,
      fault: 'damaged' as const,
      bytes: holding(name),
    }),
  ),
  ...twofold.map(([name, part]) => ({
    name: `docx: an entry with ${name}`,
    kind: 'docx' as const,
    fault: 'damaged' as const,
    bytes: () => buildDocx([{ name: 'word/document.xml', content: documentXml(), ...part }]),
  })),
  {
    name: 'docx: a gap between its entries',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([{ name: 'word/document.xml', content: documentXml(), gap: program }]),
  },
  {
    name: 'docx: a gap before its directory',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([], { gap: program }),
  },
  {
    name: 'docx: a second directory',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([], { gap: buildZip([{ name: 'a', content: 'a' }]) }),
  },
  {
    name: 'docx: two entries of one name',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildZip([...docxParts(), { name: 'word/document.xml', content: documentXml('another') }]),
  },
  {
    name: 'docx: two names that differ in case',
    kind: 'docx',
    fault: 'damaged',
    bytes: holding('WORD/document.xml'),
  },
  {
    name: 'docx: a name that differs in its header',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([{ name: 'word/a.xml', content: 'x', headerName: 'word/vbaProject.bin' }]),
  },
  {
    name: 'docx: an encrypted entry',
    kind: 'docx',
    fault: 'locked',
    bytes: () => buildDocx([{ name: 'word/document.xml', content: documentXml(), flags: 0x0801 }]),
  },
  {
    name: 'docx: without a document',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildZip(docxParts().filter(({ name }) => name !== 'word/document.xml')),
  },
  { name: 'docx: cut in half', kind: 'docx', fault: 'damaged', bytes: () => firstHalf(buildDocx()) },
  {
    name: 'docx: without its last byte',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx().subarray(0, -1),
  },
  {
    name: 'docx: bytes in front',
    kind: 'docx',
    fault: 'wrong kind',
    bytes: () => buildDocx([], { front: Buffer.from('#!/bin/sh\n'), adjusted: true }),
  },
  {
    name: 'docx: another zip in front',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([], { front: buildZip([{ name: 'a.exe', content: program }]), adjusted: true }),
  },
  {
    name: 'docx: bytes behind',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([], { behind: program }),
  },
  {
    name: 'docx: a comment that is a page',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([], { comment: '<html><script>' }),
  },
  {
    name: 'docx: an unknown way of packing',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => buildDocx([{ name: 'word/a.xml', content: 'x', method: 99 }]),
  },
  {
    name: 'docx: only its first bytes',
    kind: 'docx',
    fault: 'damaged',
    bytes: () => Buffer.from('504b0304', 'hex'),
  },
  {
    name: 'a zip called docx',
    kind: 'docx',
    fault: 'wrong kind',
    bytes: () => buildZip([{ name: 'a.txt', content: 'a' }]),
  },
  { name: 'an empty zip called docx', kind: 'docx', fault: 'wrong kind', bytes: () => buildZip([]) },
]
