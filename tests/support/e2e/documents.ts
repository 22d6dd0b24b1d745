import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'

/** A file in the form that Playwright gives to an input. */
export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a PDF of one page with about so many meaningless bytes. */
export function pdf(name: string, bytes = 0): Paper {
  const content = randomBytes(Math.ceil(bytes / 2)).toString('hex')
  return { name, mimeType: 'application/pdf', buffer: buildPdf({ content }) }
}

export async function jpeg(name: string): Promise<Paper> {
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#c9b27c' } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** Returns a picture as a good camera takes it: more than 5 MB, since noise does not compress. */
export async function largePng(name: string): Promise<Paper> {
  const [width, height] = [2800, 700]
  const raw = randomBytes(width * height * 3)
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Returns files as a pointer carries them. */
export function carried(page: Page, ...papers: Paper[]) {
  const given = papers.map(({ buffer, ...paper }) => ({ ...paper, text: buffer.toString('latin1') }))
  return page.evaluateHandle((files) => {
    const data = new DataTransfer()
    for (const { name, mimeType, text } of files) {
      const content = Uint8Array.from(text, (character) => character.charCodeAt(0))
      data.items.add(new File([content], name, { type: mimeType }))
    }
    return data
  }, given)
}
