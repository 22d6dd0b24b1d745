import { deflateSync } from 'node:zlib'
import { type BadFile, badPdf as bad, firstHalf } from './bad-file.ts'
import { packedAway, readTwice, running, versions } from './bad-pdf-layouts.ts'
import { buildPackedPdf, buildPdf, packed, packedPages, stream } from './pdf.ts'
import { buildDocx, buildZip } from './zip.ts'

const closed: BadFile[] = [
  bad('encrypted', 'locked', () =>
    buildPdf({ trailer: '/Encrypt 5 0 R', more: ['<< /Filter /Standard /V 2 >>'] }),
  ),
  bad('encrypted, spelt with #xx', 'locked', () =>
    buildPdf({ trailer: '/Encryp#74 5 0 R', more: ['<< >>'] }),
  ),
  bad('encrypted, in a stream of entries', 'locked', () =>
    buildPackedPdf([...packedPages, '<< /V 2 >>'], { trailer: '/Encrypt 103 0 R' }),
  ),
  bad('a stream that is encrypted', 'damaged', () =>
    buildPdf({ more: [stream('/Filter /Crypt', Buffer.from('x'))] }),
  ),
]

function unfoldsTo(bytes: number, dictionary: string): Buffer {
  return stream(`${dictionary} /Filter /FlateDecode`, deflateSync(Buffer.alloc(bytes)))
}

const malformed: BadFile[] = [
  bad('without its end mark', 'damaged', () =>
    Buffer.from(buildPdf().toString('latin1').replace('%%EOF', ''), 'latin1'),
  ),
  bad('cut in half', 'damaged', () => firstHalf(buildPdf({ content: 'x'.repeat(10_000) }))),
  bad('only its first bytes', 'damaged', () => Buffer.from('%PDF-1.4\n')),
  bad('first and last bytes alone', 'damaged', () => Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF')),
  bad('without a root', 'damaged', () =>
    Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF'),
  ),
  bad('bytes behind its end', 'damaged', () => buildPdf({ behind: 'more\n' })),
  bad('a comment behind its end', 'damaged', () => buildPdf({ behind: '% more\n' })),
  bad('brackets 100,000 deep', 'damaged', () =>
    buildPdf({ more: ['['.repeat(100_000) + ']'.repeat(100_000)] }),
  ),
  bad('strings 1,000,000 deep', 'damaged', () => buildPdf({ more: ['1 0 obj ('.repeat(100_000)] })),
  bad('80,000 pages', 'damaged', () =>
    buildPdf({ more: Array.from({ length: 80_000 }, () => '<< /Type /Page >>') }),
  ),
  bad('100,000 pages in a stream of objects', 'damaged', () =>
    buildPackedPdf([...packedPages, ...Array.from({ length: 60_000 }, () => '<< /Type /Page >>')]),
  ),
  bad('100,000 pages of one object', 'damaged', () =>
    buildPdf({ more: [`<< /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`] }),
  ),
  bad('a stream of objects that does not unfold', 'damaged', () =>
    buildPdf({ more: [stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.from('no zlib'))] }),
  ),
  bad('a stream of objects behind another filter', 'damaged', () =>
    buildPdf({
      more: [packed(packedPages, { plain: true, more: '/Filter [/ASCIIHexDecode /FlateDecode]' })],
    }),
  ),
  bad('a stream of objects behind a predictor', 'damaged', () =>
    buildPdf({ more: [packed(packedPages, { more: '/DecodeParms << /Predictor 12 >>' })] }),
  ),
  bad('a stream of objects that promises more', 'damaged', () =>
    buildPdf({
      more: [
        stream('/Type /ObjStm /N 40000 /First 4 /Filter /FlateDecode', deflateSync(Buffer.from('1 0 null'))),
      ],
    }),
  ),
]

const floods: BadFile[] = [
  bad('a stream of objects that unfolds to 100 MB', 'damaged', () =>
    buildPdf({ more: [unfoldsTo(100_000_000, '/Type /ObjStm /N 1 /First 4')] }),
  ),
  bad('40 kB that unfold to 40 MB of objects', 'damaged', () =>
    buildPdf({ more: [unfoldsTo(40_000_000, '/Type /ObjStm /N 1 /First 4')] }),
  ),
  bad('40 kB that unfold to a page of 40 MB', 'damaged', () =>
    buildPdf({ more: [unfoldsTo(40_000_000, '')] }),
  ),
  bad('streams of objects that unfold to 200 MB together', 'damaged', () =>
    buildPdf({ more: Array<Buffer>(22).fill(unfoldsTo(9_000_000, '/Type /ObjStm /N 0 /First 0')) }),
  ),
  bad('a picture of 900 megapixels', 'damaged', () =>
    buildPdf({ more: [stream('/Subtype /Image /Width 30000 /Height 30000', Buffer.from('x'))] }),
  ),
]

const twoFaced: BadFile[] = [
  bad('a zip behind', 'active', () => buildPdf({ behind: buildZip([{ name: 'a.txt', content: 'a' }]) })),
  bad('a zip whose comment is its end', 'active', () => {
    const head = buildPdf({
      more: [stream('', buildZip([{ name: 'a.class', content: 'a' }]).subarray(0, -22))],
    })
    const tail = Buffer.from('\n%%EOF\n')
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    end.writeUInt16LE(tail.length, 20)
    return Buffer.concat([head, end, tail])
  }),
  ...['Rar!\x1a\x07\0', "7z\xbc\xaf'\x1c", 'MZ\x90\0\x03\0', '\x7fELF\x02\x01\x01', '%PDF-1.4\n'].map(
    (beginning) =>
      bad(`${JSON.stringify(beginning)} within a stream`, 'active', () =>
        buildPdf({ more: [stream('', Buffer.from(`${beginning}more`, 'latin1'))] }),
      ),
  ),
  bad('an archive of tape', 'active', () => {
    const bytes = buildPdf({ catalog: `/Lang (${'x'.repeat(400)})` })
    bytes.write('ustar', 257)
    return bytes
  }),
  bad('a page of HTML in a comment', 'active', () =>
    buildPdf({ more: ['null %<script>alert(1)</script>\n'] }),
  ),
  bad('a page of HTML behind', 'damaged', () => buildPdf({ behind: '<html><script>alert(1)</script>' })),
  bad('a page of HTML in front', 'wrong kind', () =>
    buildPdf({ front: '<html><script>alert(1)</script>-->\n' }),
  ),
  bad('a script in front', 'wrong kind', () => buildPdf({ front: '#!/bin/sh\n' })),
  bad('one byte in front', 'wrong kind', () => buildPdf({ front: '\n' })),
  bad('a docx', 'wrong kind', () => buildDocx()),
]

/** PDFs that run something, lead out of themselves, or are not the same for every reader. */
export const badPdfs = {
  'PDF: actions, notes, files within': running,
  'PDF: in streams of objects': packedAway,
  'PDF: in another version or place': versions,
  'PDF: read in two ways': readTwice,
  'PDF: encrypted': closed,
  'PDF: malformed': malformed,
  'PDF: floods': floods,
  'PDF: another file in the same bytes': twoFaced,
} satisfies Record<string, BadFile[]>
