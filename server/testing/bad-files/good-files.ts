import sharp from 'sharp'
import type { FileKind } from '#contract/files.ts'
import { buildDocx, documentXml, relation, relations } from './docx.ts'
import { buildDoc, wordStream } from './ole.ts'
import { buildPackedPdf, buildPdf, packedPages, stream } from './pdf.ts'
import { greyPng, picture, withSegment } from './pictures.ts'

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

const documents: GoodFile[] = [
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
    Buffer.concat([
      buildPdf(),
      Buffer.from(
        '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n',
      ),
    ]),
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
    buildDocx([
      {
        name: 'word/_rels/document.xml.rels',
        content: relations(relation('hyperlink', 'https://example.in/', 'External')),
      },
    ]),
  ),
  good('docx', 'a picture', async () =>
    buildDocx([{ name: 'word/media/image1.png', content: await picture().png().toBuffer(), stored: true }]),
  ),
  good('docx', 'a linked picture', () =>
    buildDocx([
      {
        name: 'word/_rels/document.xml.rels',
        content: relations(relation('image', 'https://example.in/a.png', 'External')),
      },
    ]),
  ),
  good('docx', 'a word about macros and vbaProject', () =>
    buildDocx([{ name: 'word/document.xml', content: documentXml('Excel macros, vbaProject.bin') }]),
  ),
  good('docx', 'folders as entries', () => buildDocx([{ name: 'word/media/', content: '', stored: true }])),
  good('doc', 'as Word writes it', () => buildDoc()),
  good('doc', 'words about macros', () =>
    buildDoc([], wordStream('Excel Macros, _VBA_PROJECT, ObjectPool, EncryptedPackage')),
  ),
  good('doc', 'an empty pool of objects', () => buildDoc([{ name: 'ObjectPool' }])),
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
  good('jpg', 'a photograph of 12 megapixels', () =>
    picture(4000, 3000, true).blur(1).jpeg({ quality: 80 }).toBuffer(),
  ),
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
