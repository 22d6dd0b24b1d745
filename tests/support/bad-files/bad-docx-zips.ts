import { type BadFile, firstHalf, badDocx } from './bad-file.ts'
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
    (name) => badDocx(`an entry called ${name}`, 'damaged', holding(name)),
  ),
  ...twofold.map(([name, part]) =>
    badDocx(`an entry with ${name}`, 'damaged', () =>
      buildDocx([{ name: 'word/document.xml', content: documentXml(), ...part }]),
    ),
  ),
  badDocx('a gap between its entries', 'damaged', () =>
    buildDocx([{ name: 'word/document.xml', content: documentXml(), gap: program }]),
  ),
  badDocx('a gap before its directory', 'damaged', () => buildDocx([], { gap: program })),
  badDocx('a second directory', 'damaged', () =>
    buildDocx([], { gap: buildZip([{ name: 'a', content: 'a' }]) }),
  ),
  badDocx('two entries of one name', 'damaged', () =>
    buildZip([...docxParts(), { name: 'word/document.xml', content: documentXml('another') }]),
  ),
  badDocx('two names that differ in case', 'damaged', holding('WORD/document.xml')),
  badDocx('a name that differs in its header', 'damaged', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', headerName: 'word/vbaProject.bin' }]),
  ),
  badDocx('an encrypted entry', 'locked', () =>
    buildDocx([{ name: 'word/document.xml', content: documentXml(), flags: 0x0801 }]),
  ),
  badDocx('without a document', 'damaged', () =>
    buildZip(docxParts().filter(({ name }) => name !== 'word/document.xml')),
  ),
  badDocx('cut in half', 'damaged', () => firstHalf(buildDocx())),
  badDocx('without its last byte', 'damaged', () => buildDocx().subarray(0, -1)),
  badDocx('bytes in front', 'wrong kind', () =>
    buildDocx([], { front: Buffer.from('#!/bin/sh\n'), adjusted: true }),
  ),
  badDocx('another zip in front', 'damaged', () =>
    buildDocx([], { front: buildZip([{ name: 'a.exe', content: program }]), adjusted: true }),
  ),
  badDocx('bytes behind', 'damaged', () => buildDocx([], { behind: program })),
  badDocx('a comment that is a page', 'damaged', () => buildDocx([], { comment: '<html><script>' })),
  badDocx('an unknown way of packing', 'damaged', () =>
    buildDocx([{ name: 'word/a.xml', content: 'x', method: 99 }]),
  ),
  badDocx('only its first bytes', 'damaged', () => Buffer.from('504b0304', 'hex')),
  {
    name: 'a zip called docx',
    kind: 'docx',
    fault: 'wrong kind',
    bytes: () => buildZip([{ name: 'a.txt', content: 'a' }]),
  },
  { name: 'an empty zip called docx', kind: 'docx', fault: 'wrong kind', bytes: () => buildZip([]) },
]
