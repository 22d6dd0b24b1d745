import { type BadFile, badPdf as bad } from './bad-file.ts'
import { buildPackedPdf, buildPdf, packed, packedPages, pointInto, revise, script, stream } from './pdf.ts'

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
