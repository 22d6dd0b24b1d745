import { PDF } from '@libpdf/core'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { FileKind } from '#contract/schemas/documents.ts'
import { buildDoc, docField } from './ole.ts'
import { buildPackedPdf, buildPdf, packedPages, revise, stream } from './pdf.ts'
import { greyPng, picture, withSegment } from './pictures.ts'
import {
  buildDocx,
  buildZip,
  documentXml,
  docxParts,
  field,
  relation,
  relations,
  wholeDocx,
  wordXml,
} from './zip.ts'

const samples = join(import.meta.dirname, '..', 'documents')

/** A file that must be taken. */
export interface GoodFile {
  name: string
  kind: FileKind
  bytes(): Buffer | Promise<Buffer>
}

function good(kind: FileKind, name: string, bytes: GoodFile['bytes']): GoodFile {
  return { name: `${kind}: ${name}`, kind, bytes }
}

const metadata = stream(
  '/Type /Metadata /Subtype /XML',
  Buffer.from('<?xpacket?><rdf:li>HTML/JavaScript, object (obj) oriented; 3 objects</rdf:li>'),
)

/** Files that other programs wrote, as they wrote them: see `documents/origins.md`. */
const written: GoodFile[] = readdirSync(samples)
  .filter((name) => /\.(pdf|docx?)$/.test(name))
  .map((name) => good(name.split('.').at(-1) as FileKind, name, () => readFileSync(join(samples, name))))

/** A PDF as the library writes it that our own agreements come from. */
async function byPdfkit(): Promise<Buffer> {
  const pdf = new PDFDocument({ info: { Title: 'CV', Author: 'Asha Mehta' } })
  pdf.image(await picture().jpeg().toBuffer()).text('Asha Mehta', { link: 'https://example.in/asha' })
  pdf.addPage().text('Experience').outline.addItem('Experience')
  pdf.end()
  return buffer(pdf as AsyncIterable<Buffer>)
}

async function byLibpdf(): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage().drawText('Asha Mehta', { x: 50, y: 700 })
  return Buffer.from(await pdf.save())
}

const documents: GoodFile[] = [
  ...written,
  good('pdf', 'as pdfkit writes it', byPdfkit),
  good('pdf', 'as libpdf writes it', byLibpdf),
  good('pdf', 'one page', () => buildPdf()),
  good('pdf', 'lines ended by CR LF', () => buildPdf({ newline: '\r\n' })),
  good('pdf', 'lines ended by CR', () => buildPdf({ newline: '\r' })),
  good('pdf', 'version 2.0', () => buildPdf({ version: '2.0' })),
  good('pdf', 'blank lines behind its end', () => buildPdf({ behind: '\r\n\r\n' })),
  good('pdf', 'a web developer’s words', () =>
    buildPdf({
      content: 'BT (Skills: HTML /CSS /JavaScript /JS /Launch, stream \\(of\\) objects) Tj ET',
      more: [
        '<< /Title (CV: React/JavaScript, Node/JS, endobj stream) /Author (A. \\(Asha\\) M.) >>',
        metadata,
      ],
    }),
  ),
  good('pdf', 'links', () =>
    buildPdf({ more: ['<< /Subtype /Link /A << /S /URI /URI (https://example.in/JS) >> >>'] }),
  ),
  good('pdf', 'a form without scripts', () => buildPdf({ catalog: '/AcroForm << /Fields [] >>' })),
  good('pdf', 'opened at a page', () => buildPdf({ catalog: '/OpenAction [3 0 R /Fit]' })),
  good('pdf', 'written in two goes', () =>
    revise(buildPdf(), { 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' }),
  ),
  good('pdf', 'a signed version behind it', () =>
    revise(buildPdf(), {
      5: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>',
      6: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 5 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>',
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /SigFlags 3 >> >>',
    }),
  ),
  good('pdf', 'lengths that stand behind', () =>
    buildPdf({ more: ['<< /Length 6 0 R >>\nstream\nabcd\nendstream', '4'] }),
  ),
  good('pdf', 'links to mail, a telephone and a place in it', () =>
    buildPdf({
      more: ['mailto:a@example.in', 'tel:+91 98765 43210', 'www.example.in']
        .map(
          (address) =>
            `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A << /S /URI /URI (${address}) >> >>`,
        )
        .concat('<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>'),
    }),
  ),
  good('pdf', 'bookmarks, labels of pages and a structure', () =>
    buildPdf({
      catalog:
        '/Outlines 5 0 R /PageLabels << /Nums [0 << /S /D >>] >> /StructTreeRoot 7 0 R /MarkInfo << /Marked true >> /Lang (en-IN)',
      more: [
        '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
        '<< /Title (CV) /Parent 5 0 R /Dest [3 0 R /XYZ 0 800 0] >>',
        '<< /Type /StructTreeRoot /K 8 0 R /RoleMap << /Standard /P >> >>',
        '<< /Type /StructElem /S /Standard /P 7 0 R /Pg 3 0 R /K 0 /A << /O /Layout /Placement /Block >> >>',
      ],
    }),
  ),
  good('pdf', 'its objects in a stream', () => buildPackedPdf(packedPages)),
  good('pdf', 'its objects in a stream, among them a title about JavaScript', () =>
    buildPackedPdf([...packedPages, '<< /Title (HTML/JavaScript) /Producer (x) >>', '42', '[1 2 3]']),
  ),
  good('pdf', 'its objects in an unpacked stream', () => buildPackedPdf(packedPages, { plain: true })),
  good('pdf', '4 MB of noise within', async () =>
    buildPdf({
      more: [
        stream('/Subtype /Image', (await picture(2200, 1500, true).png().toBuffer()).subarray(0, 4_000_000)),
      ],
    }),
  ),
  good('docx', 'as Word writes it', () => buildDocx()),
  good('docx', 'links to other sites', () =>
    buildDocx({
      'word/_rels/document.xml.rels': relations(relation('hyperlink', 'https://example.in/', 'External')),
    }),
  ),
  good('docx', 'a picture', async () =>
    buildDocx([{ name: 'word/media/image1.png', content: await picture().png().toBuffer(), stored: true }]),
  ),
  good('docx', 'a template on the writer’s own disk', () =>
    buildDocx({
      'word/_rels/document.xml.rels': relations(
        relation('attachedTemplate', 'file:///C:\\Users\\Asha%20M\\Normal.dotm', 'External'),
      ),
    }),
  ),
  ...[
    'PAGE \\* MERGEFORMAT',
    ' DATE \\@ "d MMMM yyyy"',
    'TOC \\o "1-3" \\h',
    'HYPERLINK "https://example.in"',
    'HYPERLINK \\l "a"',
  ].map((words) =>
    good('docx', `a field ${words}`, () =>
      buildDocx({ 'word/document.xml': wordXml(`<w:p>${field(words)}</w:p>`) }),
    ),
  ),
  good('docx', 'a text in UTF-16', () =>
    buildDocx({ 'word/document.xml': Buffer.from(`\ufeff${wordXml('<w:p/>')}`, 'utf16le') }),
  ),
  good('docx', 'as Google Docs writes it, with sizes behind', () =>
    buildZip(docxParts().map((part) => ({ ...part, flags: 0x0808, descriptor: true }))),
  ),
  good('docx', 'as Word writes it, with room to grow', () =>
    buildZip(
      docxParts().map((part) => ({
        ...part,
        header: { extra: Buffer.concat([Buffer.from('20a2080028a00400', 'hex'), Buffer.alloc(4)]) },
      })),
    ),
  ),
  good('docx', 'a word about macros and vbaProject', () =>
    buildDocx({ 'word/document.xml': documentXml('Excel macros, vbaProject.bin') }),
  ),
  good('docx', 'byte order marks, comments, footnotes, a font of its own and data of others', () =>
    wholeDocx(),
  ),
  good('docx', 'an opening of Microsoft’s later vocabularies', () =>
    buildDocx({
      'word/document.xml': wordXml(
        '<w:p><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"/><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"/><a16:creationId xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main"/><loext:a xmlns:loext="urn:org:documentfoundation:names:experimental"/></w:p>',
      ),
    }),
  ),
  good('docx', 'folders as entries', () => buildDocx([{ name: 'word/media/', content: '', stored: true }])),
  good('doc', 'as Word writes it', () => buildDoc()),
  good('doc', 'empty sectors behind its last', () => Buffer.concat([buildDoc(), Buffer.alloc(2048)])),
  good('doc', 'words about macros', () =>
    buildDoc([], 'Excel Macros, _VBA_PROJECT, ObjectPool, EncryptedPackage, DDE'),
  ),
  good('doc', 'narrow letters', () => buildDoc([], 'Asha Mehta', { narrow: true })),
  good('doc', 'fields', () =>
    buildDoc([], docField(' PAGE ', '1') + docField(' HYPERLINK "mailto:a@example.in" ')),
  ),
  good('doc', 'a template on the writer’s own disk', () => buildDoc([], 'x', { template: 'C:\\Normal.dot' })),
  good('doc', 'data of its cover page', () =>
    buildDoc([['MsoDataStore/\u00ce\u00d5==/Item', Buffer.from('<a/>')]]),
  ),
  good('doc', 'an empty pool of objects', () => buildDoc([['ObjectPool/']])),
]

const pictures: GoodFile[] = [
  good('jpg', 'as it is', () => picture().jpeg().toBuffer()),
  good('jpg', 'progressive', () => picture(320, 200, true).jpeg({ progressive: true }).toBuffer()),
  good('jpg', 'CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()),
  good('jpg', 'grey', () => picture().greyscale().jpeg().toBuffer()),
  good('jpg', 'a comment', async () =>
    withSegment(await picture().jpeg().toBuffer(), 0xfe, Buffer.from('Made by a camera')),
  ),
  good('jpg', 'a phone’s data behind its end', async () =>
    Buffer.concat([
      await picture().jpeg().toBuffer(),
      Buffer.from('\0\0\x01\x0aImage_UTC_Data1600000000000SEFHk\0\0\0SEFT', 'latin1'),
    ]),
  ),
  good('jpg', 'a preview within', async () => {
    const small = await picture(32, 20).jpeg().toBuffer()
    return withSegment(
      await picture(320, 200, true).jpeg().toBuffer(),
      0xe2,
      Buffer.concat([Buffer.from('MPF\0'), small]),
    )
  }),
  good('jpg', 'a photograph of 12 megapixels', async () => {
    // As many grains take seconds to be made.
    const grains = await picture(1000, 750, true).png({ compressionLevel: 0 }).toBuffer()
    return sharp(grains).resize(4000, 3000).jpeg({ quality: 80 }).toBuffer()
  }),
  good('png', 'as it is', () => picture().png().toBuffer()),
  good('png', 'see-through', () => picture().ensureAlpha(0.5).png().toBuffer()),
  good('png', 'a palette', () => picture().png({ palette: true }).toBuffer()),
  good('png', 'interlaced', () => picture(320, 200, true).png({ progressive: true }).toBuffer()),
  good('png', '16 bits', () => picture().toColourspace('rgb16').png().toBuffer()),
  good('png', 'animated', () =>
    greyPng(10, 10, [
      ['acTL', Buffer.from('0000000100000000', 'hex')],
      [
        'fcTL',
        Buffer.from('00000000' + '0000000a' + '0000000a' + '0000000000000000' + '00640064' + '0000', 'hex'),
      ],
    ]),
  ),
  good('png', 'a text chunk', () => greyPng(10, 10, [['tEXt', Buffer.from('Software\0a camera')]])),
]

export const goodFiles: readonly GoodFile[] = [...documents, ...pictures]

/** A photograph lying on its side, as a phone takes it, with the place where it was taken. */
export function turnedPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 32, channels: 3, background: 'white' } })
    .composite([
      { input: { create: { width: 16, height: 16, channels: 3, background: 'red' } }, left: 0, top: 0 },
    ])
    .withExif({
      IFD0: { Make: 'Phone', ImageDescription: 'Canary' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 10/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}
