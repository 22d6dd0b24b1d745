import libraryFile from 'pdfjs-dist/legacy/build/pdf.min.mjs?url'
import workerFile from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type * as pdfJs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { type ScriptAddresses, trustedTypes } from '#web/lib/trusted-types.ts'

/** More device pixels than this only cost a phone's memory. */
const MAX_DENSITY = 3
/** Of one page, whatever its shape; a drawing within it is left out beyond the other. */
const MAX_PAGE_PIXELS = 24_000_000
const MAX_IMAGE_PIXELS = 60_000_000

export interface PdfDocument {
  pages: number
  /** Height over width of the first page, taken for that of all until each is drawn. */
  shape: number
  /** Draws a page so wide, in CSS pixels, onto a canvas; a drawing that `signal` aborts is left. */
  draw(page: number, canvas: HTMLCanvasElement, wanted: { width: number; signal: AbortSignal }): Promise<void>
  close(): void
}

/**
 * Reads a PDF with pdf.js, which is loaded only now, and works beside the page's own thread. Its file is taken as it was
 * published: minifying it again is a quarter of a build of the site and saves nothing.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocument, GlobalWorkerOptions } = (await import(/* @vite-ignore */ libraryFile)) as typeof pdfJs
  GlobalWorkerOptions.workerPort ??= new Worker(workerAddress(workerFile), { type: 'module' })
  const task = getDocument({ data: bytes, enableXfa: false, maxImageSize: MAX_IMAGE_PIXELS })
  const pdf = await task.promise
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return {
    pages: pdf.numPages,
    shape: first.height / first.width,
    draw: (page, canvas, wanted) => draw(pdf, page, { canvas, ...wanted }),
    close: () => void task.destroy(),
  }
}

interface Drawing {
  canvas: HTMLCanvasElement
  width: number
  signal: AbortSignal
}

async function draw(
  pdf: pdfJs.PDFDocumentProxy,
  number: number,
  { canvas, width, signal }: Drawing,
): Promise<void> {
  const page = await pdf.getPage(number)
  if (signal.aborted) return
  const whole = page.getViewport({ scale: 1 })
  const room = Math.sqrt(MAX_PAGE_PIXELS / (width * width * (whole.height / whole.width)))
  const density = Math.min(devicePixelRatio, MAX_DENSITY, room)
  const viewport = page.getViewport({ scale: (width * density) / whole.width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.style.height = `${Math.round((width * whole.height) / whole.width)}px`
  // Pixels alone: no layer of texts, annotations or scripts.
  const task = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => task.cancel())
  try {
    await task.promise
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

let policy: ScriptAddresses | undefined

/** Under Trusted Types a worker's address is taken from a policy alone; this one knows our own site. */
function workerAddress(address: string): string {
  policy ??= trustedTypes(viewerPolicy, own)
  return policy.createScriptURL(address)
}

function own(address: string): string {
  const { origin, href } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError('No address for a worker')
  return href
}
