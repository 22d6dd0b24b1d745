import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A file as Playwright hands it to an input. */
export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of one empty page, with about so many bytes that mean nothing. */
export function pdf(name: string, bytes = 0): Paper {
  const filling = randomBytes(Math.ceil(bytes / 2)).toString('hex')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
    `<</Length ${filling.length}>>stream\n${filling}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 5\n0000000000 65535 f \n${places.join('')}`
  text += `trailer<</Size 5/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

export async function jpeg(name: string): Promise<Paper> {
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#c9b27c' } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** A picture as a good camera takes it: more than 5 MB, since noise does not compress. */
export async function largePng(name: string): Promise<Paper> {
  const [width, height] = [2800, 700]
  const raw = randomBytes(width * height * 3)
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
