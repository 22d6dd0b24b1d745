import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { agreementPageMessages, pageOf } from '#contract/messages/agreements.ts'
import type { PdfDocument } from './use-document.ts'
import './agreement-pages.css'
import type { AgreementBlock, AgreementText } from '#contract/schemas/agreements.ts'

/** How much wider than the viewer the pages may be made, and by how much at a time. */
const ZOOM = { least: 1, most: 3, step: 0.5 }

/** The pages of a PDF, one below the other in a window of 500 pixels, each drawn shortly before it is seen. */
export function AgreementPages({ pdf }: { pdf: PdfDocument }) {
  const [zoom, setZoom] = useState(ZOOM.least)
  const viewer = useRef<HTMLDivElement>(null)
  const width = useInnerWidth(viewer)
  const numbers = Array.from({ length: pdf.pages }, (_, index) => index + 1)
  return (
    <>
      <div
        ref={viewer}
        className="agreement-viewer"
        role="region"
        tabIndex={0}
        aria-label={agreementPageMessages.document}
      >
        {width > 0 &&
          numbers.map((number) => (
            <Page key={number} pdf={pdf} number={number} width={Math.floor(width * zoom)} viewer={viewer} />
          ))}
      </div>
      <div className="mt-3 flex gap-3">
        <ZoomButton disabled={zoom <= ZOOM.least} onClick={() => setZoom(zoom - ZOOM.step)}>
          <Minus aria-hidden className="size-5" /> {agreementPageMessages.smaller}
        </ZoomButton>
        <ZoomButton disabled={zoom >= ZOOM.most} onClick={() => setZoom(zoom + ZOOM.step)}>
          <Plus aria-hidden className="size-5" /> {agreementPageMessages.larger}
        </ZoomButton>
      </div>
    </>
  )
}

interface ZoomButtonProps {
  disabled: boolean
  onClick(): void
  children: ReactNode
}

/** It keeps the focus at its end: there is nothing more to press, and nowhere else to go. */
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
  width: number
  viewer: RefObject<HTMLDivElement | null>
}

function Page({ pdf, number, width, viewer }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearness(canvas, viewer)
  useEffect(() => {
    if (!near || !canvas.current) return
    const leaving = new AbortController()
    pdf.draw(number, canvas.current, { width, signal: leaving.signal }).catch((error: unknown) => {
      console.error('A page of the agreement could not be drawn.', error)
    })
    return () => leaving.abort()
  }, [near, width])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={pageOf(number, pdf.pages)}
      className="agreement-page"
      style={{ width, height: Math.round(width * pdf.shape) }}
    />
  )
}

/** Whether a page has been within a screen of the viewer's window once. */
function useNearness(page: RefObject<HTMLElement | null>, viewer: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!page.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { root: viewer.current, rootMargin: '100% 0%' },
    )
    watch.observe(page.current)
    return () => watch.disconnect()
  }, [])
  return near
}

/** CSS pixels a page may be wide: the viewer without its padding and its scrollbar. */
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

interface AgreementHtmlProps {
  text: AgreementText
  /** An address of the person's photo, which goes beside the text. */
  photo: string
}

/** The agreement as text, which reflows, is read aloud and is searched, as its PDF cannot be everywhere. */
export function AgreementHtml({ text, photo }: AgreementHtmlProps) {
  return (
    <article lang={text.language} className="mt-4 max-w-prose">
      <h3 className="text-subhead">{text.title}</h3>
      <Blocks blocks={text.summary} photo={photo} />
      {text.sections.map((section) => (
        <section key={section.id}>
          <h4 className="mt-8 text-lead font-semibold">{section.heading}</h4>
          <Blocks blocks={section.blocks} photo={photo} />
        </section>
      ))}
    </article>
  )
}

// A written agreement does not change while it is read, so a block's place is its name.
function Blocks({ blocks, photo }: { blocks: AgreementBlock[]; photo: string }) {
  return blocks.map((block, place) => <Block key={place} block={block} photo={photo} />)
}

function Block({ block, photo }: { block: AgreementBlock; photo: string }) {
  switch (block.kind) {
    case 'paragraph':
      return <p className="mt-3 wrap-anywhere">{block.text}</p>
    case 'list':
      return (
        <ul className="mt-3 list-disc pl-5">
          {block.items.map((item, place) => (
            <li key={place} className="mt-1">
              {item}
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <Rows caption={block.caption} rows={block.rows} />
    case 'photo':
      return photo ? (
        <img src={photo} alt={block.alt} width={120} height={120} className="mt-3 rounded-card" />
      ) : null
    case 'signature':
      return (
        <p className="mt-3">
          <span className="text-quiet">{block.label}:</span> {block.name || agreementPageMessages.notSigned}
        </p>
      )
  }
}

function Rows({ caption, rows }: Pick<Extract<AgreementBlock, { kind: 'table' }>, 'caption' | 'rows'>) {
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <tbody>
        {rows.map(({ label, value }, place) => (
          <tr key={place} className="border-t border-line align-top">
            <th scope="row" className="w-2/5 py-2 pr-4 font-normal text-quiet">
              {label}
            </th>
            <td className="py-2 wrap-anywhere">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
