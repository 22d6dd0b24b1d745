import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { type GoodFile, readArchive } from './bad-file.ts'
import { buildPdf, stream } from './pdf.ts'
import { picture } from './pictures.ts'

/** Files that must be accepted. */
export const goodFiles: readonly GoodFile[] = [
  ...(await readArchive()).filter(({ folder }) => folder === 'good'),
  {
    ...{ name: 'pdf: 4 MB of noise within', kind: 'pdf' },
    bytes() {
      return buildPdf({ more: [stream('/Subtype /Image', randomBytes(4_000_000))] })
    },
  },
  {
    ...{ name: 'jpg: a photograph of 12 megapixels', kind: 'jpg' },
    async bytes() {
      // As many grains would take seconds to make.
      const grains = await picture(1000, 750, true).png({ compressionLevel: 0 }).toBuffer()
      return sharp(grains).resize(4000, 3000, { kernel: 'nearest' }).jpeg({ quality: 80 }).toBuffer()
    },
  },
]

/** A photograph turned by 90 degrees, as a phone takes it, with the place where it was taken. */
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
