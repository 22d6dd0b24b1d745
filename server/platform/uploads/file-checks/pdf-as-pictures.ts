import { createCanvas } from '@napi-rs/canvas'
import { PDF } from '@libpdf/core'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from './open-pdf.ts'
export { loadAids } from './open-pdf.ts'

type Rendering = Parameters<PDFPageProxy['render']>[0]

/** Pages that are drawn, and milliseconds after which no further one is begun. */
const MOST_PAGES = 50
const DRAW_MS = 20_000
/** Resolution of a page (150 pixels an inch), and the most pixels of a large one. */
const PIXELS_PER_POINT = 150 / 72
const MAX_PIXELS = 6_000_000
const JPEG_QUALITY = 82

/** Returns a PDF with each page of another as one picture: nothing of the file itself, and nothing active. */
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
