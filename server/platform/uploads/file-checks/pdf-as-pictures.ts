import { createCanvas } from '@napi-rs/canvas'
import { PDF } from '@libpdf/core'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from './open-pdf.ts'
export { loadAids } from './open-pdf.ts'

type Rendering = Parameters<PDFPageProxy['render']>[0]

/** Pages that are drawn, and milliseconds after which no further one is begun. */
const MOST_PAGES = 50
const DRAW_MS = 20_000
/** Pixels of a page: 150 an inch of A4, and what a larger one is made smaller to. */
const PIXELS_PER_POINT = 150 / 72
const MAX_PIXELS = 6_000_000
const JPEG_QUALITY = 82

/** A PDF of the pages of another, each one picture: nothing of the file itself is in it, and nothing in it acts. */
export async function drawPages(bytes: Buffer): Promise<Buffer> {
  const until = performance.now() + DRAW_MS
  const pdf = await openPdf(bytes)
  const drawn = PDF.create()
  let number = 0
  while (number < Math.min(pdf.numPages, MOST_PAGES) && performance.now() < until) {
    number += 1
    const { picture, width, height } = await drawPage(await pdf.getPage(number))
    drawn.addPage({ width, height }).drawImage(drawn.embedJpeg(picture), { x: 0, y: 0, width, height })
  }
  const left = pdf.numPages - number
  if (left > 0)
    drawn.addPage().drawText(`${left} more pages are in the original alone.`, { x: 72, y: 720, size: 14 })
  return Buffer.from(await drawn.save())
}

async function drawPage(page: PDFPageProxy): Promise<{ picture: Buffer; width: number; height: number }> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MAX_PIXELS / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(
    Math.max(1, Math.floor(viewport.width)),
    Math.max(1, Math.floor(viewport.height)),
  )
  await page.render({ canvas: canvas as unknown as Rendering['canvas'], viewport, background: '#ffffff' })
    .promise
  page.cleanup()
  return { picture: await canvas.encode('jpeg', JPEG_QUALITY), width, height }
}
