import { deflateSync } from 'node:zlib'
import type { FileFault } from '#server/lib/file-checks/check-file.ts'
import type { BadFile } from './bad-file.ts'
import { firstHalf } from './bad-file.ts'
import { buildDocx } from './docx.ts'
import { buildPackedPdf, buildPdf, packed, packedPages, stream } from './pdf.ts'
import { buildZip } from './zip.ts'

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

function bad(name: string, fault: FileFault, bytes: () => Buffer): BadFile {
  return { name: `pdf: ${name}`, kind: 'pdf', fault, bytes }
}

const running: BadFile[] = [
  bad('JavaScript', 'active', () => buildPdf({ more: [script] })),
  bad('JavaScript when it opens', 'active', () => buildPdf({ catalog: `/OpenAction ${script}` })),
  bad('JavaScript by name', 'active', () =>
    buildPdf({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', more: [script] }),
  ),
  bad('JavaScript spelt with #xx', 'active', () =>
    buildPdf({ more: ['<< /S /J#61va#53cript /#4aS (x) >>'] }),
  ),
  bad('/JS alone, spelt with #xx', 'active', () => buildPdf({ more: ['<< /#4a#53 (x) >>'] })),
  bad('JavaScript in a stream of objects', 'active', () => buildPackedPdf([...packedPages, script])),
  bad('JavaScript in a stream of objects whose kind is spelt with #xx', 'active', () =>
    buildPackedPdf([...packedPages, script], { type: '/Type /Obj#53tm' }),
  ),
  bad('JavaScript in a stream of objects of no kind', 'active', () =>
    buildPackedPdf([...packedPages, script], { type: '' }),
  ),
  bad('JavaScript in an unpacked stream of objects', 'active', () =>
    buildPackedPdf([...packedPages, script], { plain: true }),
  ),
  bad('JavaScript in a stream of objects, within what looks like a string', 'active', () =>
    buildPackedPdf([...packedPages, '(', script, ')']),
  ),
  bad('JavaScript behind a string that says stream', 'active', () =>
    buildPdf({ more: ['(\nstream\n)', script, stream('', Buffer.from('x'))] }),
  ),
  bad('JavaScript in a string that an offset leads into', 'active', () =>
    buildPdf({ more: [`(9 0 obj ${script} endobj)`] }),
  ),
  bad('JavaScript in a comment that an offset leads into', 'active', () =>
    buildPdf({ more: [`null %9 0 obj ${script} endobj`] }),
  ),
  bad('JavaScript in a picture that an offset leads into', 'active', () =>
    buildPdf({ more: [stream('/Subtype /Image', Buffer.from(`9 0 obj ${script} endobj`))] }),
  ),
  bad('JavaScript between odd spaces', 'active', () =>
    buildPdf({ more: ['<</S\0/JavaScript\f/JS<6170>>>'] }),
  ),
  bad('JavaScript in lines ended by CR', 'active', () =>
    buildPdf({ newline: '\r', more: [`% comment\r${script}`] }),
  ),
  bad('JavaScript added behind the end', 'active', () =>
    Buffer.concat([
      buildPdf(),
      Buffer.from(`9 0 obj ${script} endobj\ntrailer << /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n`),
    ]),
  ),
  bad('a program to launch', 'active', () => buildPdf({ more: ['<< /S /Launch /F (cmd.exe) >>'] })),
  bad('another file within', 'active', () =>
    buildPdf({ more: [stream('/Type /EmbeddedFile', Buffer.from('MZ'))] }),
  ),
  bad('another file within, of no kind', 'active', () =>
    buildPdf({ more: ['<< /F (a.exe) /EF << /F 4 0 R >> >>'] }),
  ),
  bad('a file pinned to the page', 'active', () => buildPdf({ more: ['<< /Subtype /FileAttachment >>'] })),
  bad('an XFA form', 'active', () =>
    buildPdf({ catalog: '/AcroForm << /XFA 5 0 R >>', more: [stream('', Buffer.from('<xdp/>'))] }),
  ),
  bad('rich media', 'active', () => buildPdf({ more: ['<< /Subtype /RichMedia >>'] })),
  bad('a form that sends itself', 'active', () =>
    buildPdf({ more: ['<< /S /SubmitForm /F (http://evil.example) >>'] }),
  ),
  bad('a rendition', 'active', () => buildPdf({ more: ['<< /S /Rendition /JS (x) >>'] })),
  bad('a way into an embedded file', 'active', () => buildPdf({ more: ['<< /S /GoToE >>'] })),
]

const closed: BadFile[] = [
  bad('encrypted', 'locked', () =>
    buildPdf({ trailer: '/Encrypt 5 0 R', more: ['<< /Filter /Standard /V 2 >>'] }),
  ),
  bad('encrypted, spelt with #xx', 'locked', () => buildPdf({ trailer: '/Encryp#74 5 0 R' })),
]

const malformed: BadFile[] = [
  bad('without its end mark', 'damaged', () =>
    Buffer.from(buildPdf().toString('latin1').replace('%%EOF', ''), 'latin1'),
  ),
  bad('cut in half', 'damaged', () => firstHalf(buildPdf({ content: 'x'.repeat(10_000) }))),
  bad('only its first bytes', 'damaged', () => Buffer.from('%PDF-1.4')),
  bad('first and last bytes alone', 'damaged', () => Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF')),
  bad('without a root', 'damaged', () =>
    Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF'),
  ),
  bad('end mark 2 kB before its end', 'damaged', () => buildPdf({ behind: Buffer.alloc(2048) })),
  bad('brackets 100,000 deep', 'damaged', () =>
    buildPdf({ more: ['['.repeat(100_000) + ']'.repeat(100_000)] }),
  ),
  bad('strings 1,000,000 deep', 'damaged', () => buildPdf({ more: ['1 0 obj ('.repeat(100_000)] })),
  bad('80,000 pages', 'damaged', () =>
    buildPdf({ more: Array.from({ length: 80_000 }, () => '<< /Type /Page >>') }),
  ),
  bad('100,000 pages in a stream of objects', 'damaged', () =>
    buildPackedPdf([...packedPages, ...Array.from({ length: 100_000 }, () => '<< /Type /Page >>')]),
  ),
  bad('100,000 pages of one object', 'damaged', () =>
    buildPdf({ more: [`<< /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`] }),
  ),
  bad('a stream of objects that unfolds to 100 MB', 'damaged', () =>
    buildPdf({
      more: [
        stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(100_000_000))),
      ],
    }),
  ),
  bad('streams of objects that unfold to 200 MB together', 'damaged', () => {
    const one = stream(
      '/Type /ObjStm /N 0 /First 0 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(9_000_000)),
    )
    return buildPdf({ more: Array.from({ length: 22 }, () => one) })
  }),
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
  bad('a page of HTML behind', 'active', () => buildPdf({ behind: '<html><script>alert(1)</script>' })),
  bad('a page of HTML in front', 'wrong kind', () =>
    buildPdf({ front: '<html><script>alert(1)</script>-->\n' }),
  ),
  bad('a script in front', 'wrong kind', () => buildPdf({ front: '#!/bin/sh\n' })),
  bad('a docx', 'wrong kind', () => buildDocx()),
]

export const badPdfs: readonly BadFile[] = [...running, ...closed, ...malformed, ...twoFaced]
