import { Minus, Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { pdfMessages } from '#messages/documents.ts'
import libraryFile from 'pdfjs-dist/legacy/build/pdf.min.mjs?url'
import workerFile from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type * as pdfJs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { viewerPolicy } from '#contract/schemas/agreements.ts'
import { useNewest } from '#web/lib/async.ts'
import { type ScriptAddresses, trustedTypes } from '#web/lib/trusted-types.ts'

/** Factors and steps of the pages' width. */
const ZOOM = { least: 1, most: 3, step: 0.5 }

interface PdfPagesProps {
  pdf: PdfDocument
  /** The document's name for screen readers. */
  name: string
  pageName(page: number, count: number): string
  /** Where the buttons and the number of the current page are put; without it they are below the pages. */
  toolRoom?: HTMLElement | null
}

/** Pages after this number are only in the file. */
const MOST_PAGES = 100

/**
 * The pages of a PDF, one below the other in a window of 500 pixels (specification section 9), on white paper by
 * night too. Each is rendered shortly before it can be seen. The scrollbar always has its place, so that nothing
 * moves.
 */
export function PdfPages({ pdf, name, pageName, toolRoom }: PdfPagesProps) {
  const [page, setPage] = useState(1)
  const viewer = useRef<HTMLDivElement>(null)
  const { zoom, setZoom } = useZoom(viewer)
  const width = useInnerWidth(viewer)
  const numbers = Array.from({ length: Math.min(pdf.pages, MOST_PAGES) }, (_, index) => index + 1)
  const tools = (
    <>
      <ZoomButton disabled={zoom <= ZOOM.least} onClick={() => setZoom(zoom - ZOOM.step)}>
        <Minus aria-hidden className="size-5" /> {pdfMessages.smaller}
      </ZoomButton>
      <ZoomButton disabled={zoom >= ZOOM.most} onClick={() => setZoom(zoom + ZOOM.step)}>
        <Plus aria-hidden className="size-5" /> {pdfMessages.larger}
      </ZoomButton>
      {toolRoom && <span>{pageName(page, pdf.pages)}</span>}
    </>
  )
  return (
    <>
      <div
        ref={viewer}
        className="pdf-viewer h-(--viewer-height,500px) overflow-auto rounded-card border border-edge bg-line p-2 [scrollbar-gutter:stable] supports-[color:color-mix(in_srgb,red,red)]:bg-[color-mix(in_srgb,var(--line)_60%,var(--paper))]"
        role="region"
        tabIndex={0}
        aria-label={name}
        onScroll={({ currentTarget }) => toolRoom && setPage(middleOf(currentTarget).page + 1)}
      >
        {width > 0 &&
          numbers.map((number) => (
            <Page
              key={number}
              pdf={pdf}
              number={number}
              name={pageName(number, pdf.pages)}
              width={Math.floor(width * zoom)}
              viewer={viewer}
            />
          ))}
      </div>
      {toolRoom ? createPortal(tools, toolRoom) : <div className="mt-3 flex flex-wrap gap-3">{tools}</div>}
    </>
  )
}

interface Point {
  /** From 0. */
  page: number
  /** Fractions of the page's width and height. */
  x: number
  y: number
}

/** Returns what is in the middle of the viewer's window. */
function middleOf(viewer: HTMLElement): Point {
  const window = viewer.getBoundingClientRect()
  const [left, top] = [window.left + window.width / 2, window.top + window.height / 2]
  const boxes = [...viewer.children].map((child) => child.getBoundingClientRect())
  const page = Math.max(
    0,
    boxes.findLastIndex((box) => box.top <= top),
  )
  const box = boxes[page]
  return box
    ? { page, x: (left - box.left) / box.width, y: (top - box.top) / box.height }
    : { page, x: 0, y: 0 }
}

/** The size of the pages; a change keeps the middle in its place. */
function useZoom(viewer: RefObject<HTMLDivElement | null>) {
  const [zoom, setZoom] = useState(ZOOM.least)
  const kept = useRef<Point>(undefined)
  useLayoutEffect(() => {
    const { current } = viewer
    const { current: point } = kept
    const box = point && current?.children[point.page]?.getBoundingClientRect()
    if (!current || !box) return
    const window = current.getBoundingClientRect()
    kept.current = undefined
    current.scrollLeft += box.left + point.x * box.width - (window.left + window.width / 2)
    current.scrollTop += box.top + point.y * box.height - (window.top + window.height / 2)
  }, [zoom])
  return {
    zoom,
    setZoom(wanted: number) {
      kept.current = viewer.current ? middleOf(viewer.current) : undefined
      setZoom(wanted)
    },
  }
}

interface ZoomButtonProps {
  disabled: boolean
  onClick(): void
  children: ReactNode
}

/** It keeps the focus at the end of its range, when there is nothing more to press. */
function ZoomButton({ disabled, onClick, children }: ZoomButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className="button button-quiet gap-2 aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:text-quiet"
    >
      {children}
    </button>
  )
}

interface PageProps {
  pdf: PdfDocument
  number: number
  name: string
  width: number
  viewer: RefObject<HTMLDivElement | null>
}

function Page({ pdf, number, name, width, viewer }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearness(canvas, viewer)
  useEffect(() => {
    const { current } = canvas
    if (!current) return
    if (!near) {
      // A phone has no room for many large pages.
      current.width = 0
      return
    }
    const leaving = new AbortController()
    pdf.draw(number, current, { width, signal: leaving.signal }).catch((error: unknown) => {
      console.error('A page of a document could not be drawn.', error)
    })
    return () => leaving.abort()
  }, [near, width])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={name}
      className="mb-2 block max-w-none bg-[#fff] last:mb-0"
      style={{ width, height: Math.round(width * pdf.shape) }}
    />
  )
}

/** Returns whether a page is within a screen of the viewer's window. */
function useNearness(page: RefObject<HTMLElement | null>, viewer: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!page.current) return
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: viewer.current,
      rootMargin: '100% 0%',
    })
    watch.observe(page.current)
    return () => watch.disconnect()
  }, [])
  return near
}

/** Returns the width of a page in CSS pixels: the viewer without its padding and its scrollbar. */
function useInnerWidth(viewer: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!viewer.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    watch.observe(viewer.current)
    return () => watch.disconnect()
  }, [])
  return width
}

/** More device pixels only cost a phone's memory. */
const MAX_DENSITY = 3
/** The limit of a page of any shape; larger pictures within it are left out. */
const MAX_PAGE_PIXELS = 24_000_000
const MAX_IMAGE_PIXELS = 60_000_000

interface PdfDocument {
  pages: number
  /** Height over width of the first page, assumed for all until each is rendered. */
  shape: number
  /** Renders a page with this width in CSS pixels onto a canvas, until `signal` aborts. */
  draw(page: number, canvas: HTMLCanvasElement, wanted: { width: number; signal: AbortSignal }): Promise<void>
  close(): void
}

/** The state of a PDF. */
type Read = PdfDocument | 'coming' | 'failed'

interface Reading {
  /** The document's source; another one is read again. */
  of: unknown
  bytes(): Promise<Uint8Array>
  /** Called once it can be shown. */
  then?(): void
}

/** Reads a PDF, and again at `reload`; closes it when it is left. */
export function usePdf({ of, bytes, then }: Reading): { pdf: Read; reload(): Promise<void> } {
  const [pdf, setPdf] = useState<Read>('coming')
  const guard = useNewest()
  async function reload() {
    const signal = guard.begin()
    setPdf('coming')
    const read = await bytes()
      .then(readPdf)
      .catch((cause: unknown) => {
        console.error('A document could not be shown.', cause)
        return 'failed' as const
      })
    if (read === 'failed') return signal.aborted ? undefined : setPdf(read)
    // Nobody has seen one that comes too late.
    if (signal.aborted) return read.close()
    signal.addEventListener('abort', read.close)
    setPdf(read)
    then?.()
  }
  useEffect(() => void reload(), [of])
  return { pdf, reload }
}

/**
 * Reads a PDF with pdf.js, which is loaded on demand and works in its own thread. Its published file is used as it
 * is: minifying it again would take a quarter of a build of the site and save nothing.
 */
async function readPdf(bytes: Uint8Array): Promise<PdfDocument> {
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
  // Only pixels: no layer of texts, annotations or scripts.
  const task = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => task.cancel())
  try {
    await task.promise
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

let policy: ScriptAddresses | undefined

/** Under Trusted Types a worker's address requires a policy; this one accepts only our own site. */
function workerAddress(address: string): string {
  policy ??= trustedTypes(viewerPolicy, own)
  return policy.createScriptURL(address)
}

function own(address: string): string {
  const { origin, href } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError('No address for a worker')
  return href
}
