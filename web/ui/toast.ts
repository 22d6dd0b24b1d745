import { pages } from '#contract/paths.ts'
import { toastMessages } from '#messages/forms.ts'
import { here } from '#web/lib/page.ts'

// Plain elements, so that a page without React shows another page's toast. Every document has an empty place for them
// from the start, since screen readers announce what is added to a known region, not a region that arrives with its
// words.

/** Milliseconds that each kind stays, and the most that are kept (specification section 4). */
const durations = { success: 2000, error: 4000 }
const MOST_KEPT = 20
const FADING_MS = 200

const grounds = { success: 'bg-success-strong', error: 'bg-error-strong' }

/** Distances are in pixels, so that with text at 200 % the words have the rest. */
const classes = {
  card: 'pointer-events-auto flex max-w-[min(36rem,100%)] items-center gap-[12px] rounded-card border border-transparent p-[4px] pl-[16px] text-paper transition-[opacity,translate] duration-200 [--focus:var(--paper)] starting:-translate-y-2 starting:opacity-0',
  words: 'min-w-0 py-2 font-medium wrap-anywhere',
  close: 'grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-card',
  icon: 'size-6 shrink-0 max-[20rem]:hidden',
}

/** The signs of lucide, as outlines in a square of 24. */
const circle = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20'
const signs = {
  success: `${circle}M9 12l2 2 4-4`,
  error: `${circle}M12 8v4M12 16h.01`,
  close: 'M18 6 6 18M6 6l12 12',
}

type Kind = keyof typeof durations
interface Options {
  /** Replaces the toast with the same id. */
  id?: string
  /** Milliseconds, if they differ from the kind's. */
  duration?: number | undefined
  /** An alert beside the pressed element has the same words, and only that is announced. */
  isSaidBeside?: boolean
}

export const toast = {
  success: (words: string, options?: Options) => show('success', words, options),
  error: (words: string, options?: Options) => show('error', words, options),
  /** Removes the toast of an id, or all. */
  dismiss(id?: string) {
    for (const card of cards()) if (id === undefined || card.id === nameOf(id)) leave(card)
  },
}

function place(): HTMLElement | null {
  return document.querySelector('[data-toasts]')
}
function cards(): HTMLElement[] {
  return Array.from(place()?.children ?? []) as HTMLElement[]
}
function nameOf(id: string): string {
  return `toast-${id}`
}

function show(kind: Kind, words: string, options: Options = {}): void {
  const { id, duration = durations[kind], isSaidBeside = false } = options
  const toasts = place()
  if (!toasts) return
  const card = element('div', `${classes.card} ${grounds[kind]}`)
  card.dataset['toast'] = kind
  if (isSaidBeside) card.ariaLive = 'off'
  const close = element('button', classes.close)
  close.type = 'button'
  close.ariaLabel = toastMessages.close
  close.append(sign('close', 'size-5'))
  close.onfocus = ({ relatedTarget }) => {
    if (!(relatedTarget as Element | null)?.closest('[data-toasts]')) cameFrom = relatedTarget
  }
  close.onclick = () => {
    leave(card)
    if (cameFrom instanceof HTMLElement) cameFrom.focus()
  }
  card.append(sign(kind, classes.icon), element('div', classes.words, words), close)
  if (id !== undefined) {
    card.id = nameOf(id)
    document.getElementById(card.id)?.remove()
  }
  toasts.prepend(card)
  for (const old of cards().slice(MOST_KEPT)) old.remove()
  keepClear()
  leaveAfter(card, duration)
}

/** The element with the focus before a toast's button. */
let cameFrom: EventTarget | null = null

/** Removes a toast after its time; while somebody points at it or is in it, its time starts again. */
function leaveAfter(card: HTMLElement, duration: number): void {
  setTimeout(() => {
    if (card.matches(':hover, :focus-within')) leaveAfter(card, duration)
    else leave(card)
  }, duration)
}

function leave(card: HTMLElement): void {
  card.classList.add('opacity-0')
  setTimeout(() => card.remove(), FADING_MS)
}

/** Scrolls the focused element, a field with its label, out from under the toasts, by the height in `theme.css`. */
function keepClear(): void {
  const { activeElement } = document
  // What is over the page does not move with it.
  if (activeElement?.closest('[role="dialog"], [data-toasts]')) return
  const used = activeElement?.closest('[data-field]') ?? activeElement
  used?.scrollIntoView({ block: 'nearest' })
}

function element<Tag extends 'div' | 'button'>(tag: Tag, className: string, words = '') {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = words
  return made
}

function sign(of: keyof typeof signs, className: string): SVGElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const line = document.createElementNS(drawing.namespaceURI, 'path')
  const looks = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }
  for (const [name, value] of Object.entries(looks)) drawing.setAttribute(name, value)
  drawing.setAttribute('class', className)
  drawing.setAttribute('aria-hidden', 'true')
  line.setAttribute('d', signs[of])
  drawing.append(line)
  return drawing
}

/** Where a toast waits for the next document. */
const KEPT = 'toast'

/** A toast for the next document, since the page that caused it is left. */
export interface LeftToast extends Pick<Options, 'duration'> {
  type: Kind
  message: string
}

const READING_MS = 4000

/** Goes home and shows the toast there; replaces the page in the history, since it is done. */
export function goHomeWith(left: LeftToast): void {
  const goHome = () => location.replace(here(pages.home))
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(left))
    goHome()
  } catch {
    // A browser without storage shows it here, long enough to be read.
    toast[left.type](left.message)
    setTimeout(goHome, READING_MS)
  }
}

/** Shows a stored toast once. It has no parser, since some pages have no room for one. */
export function showLeftToast(): void {
  // Nobody sees a page that is rendered ahead, and the toast of its later opening may not exist yet.
  if ('prerendering' in document && document.prerendering) {
    return document.addEventListener('prerenderingchange', showLeftToast, { once: true })
  }
  try {
    const { type, message, duration } = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as LeftToast
    sessionStorage.removeItem(KEPT)
    toast[type](message, { duration })
  } catch {
    // Nothing was stored, or there is no storage.
  }
}
