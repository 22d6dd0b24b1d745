import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { pdfOf } from './pdf-of.ts'

const FILE_BYTES = 5 * 1024 * 1024

/** The documents of an application: each field and the file that is sent in it. */
export const documents = {
  resume: 'cv.pdf',
  edu_certificate: 'degree.jpg',
  aadhar_card: 'aadhaar.jpg',
  pan_card: 'pan.png',
}

/** Photographs of 12 megapixels and a scan, as phones make them, filled up to 5 MB by what a phone puts behind them. */
export async function makeDocuments(folder: string): Promise<void> {
  const noise = (sigma: number) => ({ type: 'gaussian' as const, mean: 128, sigma })
  const photo = sharp({
    create: { width: 4000, height: 3000, channels: 3, background: 'white', noise: noise(30) },
  })
  let jpg = await photo.jpeg({ quality: 60 }).toBuffer()
  for (let quality = 55; jpg.length > FILE_BYTES; quality -= 5) jpg = await photo.jpeg({ quality }).toBuffer()
  const scan = { width: 1500, height: 1060, channels: 3 as const, background: 'white', noise: noise(60) }
  const png = await sharp({ create: scan }).png().toBuffer()
  const files = {
    'cv.pdf': pdfOf(FILE_BYTES),
    'degree.jpg': filled(jpg),
    'aadhaar.jpg': filled(jpg),
    'pan.png': filled(png),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
}

function filled(bytes: Buffer): Buffer {
  if (bytes.length > FILE_BYTES) throw new Error(`a picture of ${bytes.length} bytes`)
  return Buffer.concat([bytes, Buffer.alloc(FILE_BYTES - bytes.length)])
}
