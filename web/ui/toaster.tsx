import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import {
  type DefaultToastOptions,
  resolveValue,
  type Toast,
  toast as toasts,
  type ToastType,
  useToaster,
} from 'react-hot-toast/headless'
import { toastMessages } from '#messages/forms.ts'
import { Spinner } from './button.tsx'
import { toastLooks, toastParts, toastTimes } from './toast.ts'

/** How long each kind stays, in milliseconds; the store keeps 20 at most. */
const durations: DefaultToastOptions = {
  blank: { duration: toastTimes.other },
  error: { duration: toastTimes.error },
  success: { duration: toastTimes.success },
  loading: { duration: Infinity },
  custom: { duration: toastTimes.other },
  removeDelay: toastTimes.fading,
}

const looks: Record<ToastType, string> = {
  ...toastLooks,
  blank: 'bg-ink',
  custom: 'bg-ink',
  loading: 'bg-ink',
}

/**
 * The one region for toasts. It stands in the document from the start, empty: screen readers announce what is added to a
 * region they know, not a region that comes with its words.
 */
export function Toaster() {
  const { toasts: shown, handlers } = useToaster(durations)
  const cameFrom = useRef<HTMLElement>(null)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => (region.current ? keepInSight(region.current) : undefined), [])

  function rememberFocus({ currentTarget, relatedTarget }: FocusEvent) {
    handlers.startPause()
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
      cameFrom.current = relatedTarget
    }
  }
  function resume({ currentTarget }: { currentTarget: Element }) {
    if (!currentTarget.matches(':hover, :focus-within')) handlers.endPause()
  }
  function close(id: string) {
    toasts.dismiss(id)
    // A removed element never says that the pointer or the focus has left it.
    handlers.endPause()
    cameFrom.current?.focus()
    cameFrom.current = null
  }

  return (
    <div
      ref={region}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className={toastParts.region}
      onMouseEnter={handlers.startPause}
      onMouseLeave={resume}
      onFocus={rememberFocus}
      onBlur={resume}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
      ))}
    </div>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  return (
    <div
      data-toast={toast.type}
      className={`${toastParts.card} ${looks[toast.type]} ${toast.visible ? '' : 'opacity-0'}`}
    >
      <ToastIcon type={toast.type} />
      <div className={toastParts.words}>{resolveValue(toast.message, toast)}</div>
      <button type="button" aria-label={toastMessages.close} onClick={onClose} className={toastParts.close}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  )
}

function ToastIcon({ type }: { type: ToastType }) {
  if (type === 'success') return <CircleCheck aria-hidden className={toastParts.icon} />
  if (type === 'error') return <CircleAlert aria-hidden className={toastParts.icon} />
  if (type === 'loading') return <Spinner />
  return null
}

/** Pixels left free above and below what is kept in sight. */
const ROOM = 12

/** A field with its label and its message, or whatever else is in use. */
function partInUse(pressed: Element | null): Element | null {
  const { activeElement, body } = document
  const used = activeElement === body ? pressed : activeElement
  return used?.closest('[data-field]') ?? used
}

/** How far the page has to go: a wrong field is shown from its label to its message, if there is room; others are uncovered. */
function distance(part: Element, toastsEnd: number): number {
  const { top, bottom } = part.getBoundingClientRect()
  const isWrong = part.querySelector('[aria-invalid="true"]')
  const above = top - toastsEnd - ROOM
  const below = bottom + ROOM - innerHeight
  if (above < 0) return isWrong || (toastsEnd > 0 && bottom > 0) ? above : 0
  return isWrong && below > 0 ? Math.min(below, above) : 0
}

/**
 * Keeps the field that has the focus, or else the button that was pressed, clear of the toasts of a region, and shows a
 * field that is wrong whole. Answers how to stop.
 */
function keepInSight(region: HTMLElement): () => void {
  let pressed: Element | null = null
  let isDown = false
  function look() {
    // A page that scrolls under a finger takes the press away from what it was meant for.
    if (isDown) return
    const part = partInUse(pressed)
    // What lies over the page is not moved by its scrolling.
    if (!part || region.contains(part) || part.closest('[role="dialog"]')) return
    const ends = [...region.children].map((toast) => toast.getBoundingClientRect().bottom)
    const top = distance(part, Math.max(0, ...ends))
    scrollBy(0, top)
  }
  const note = ({ target }: Event) => {
    isDown = true
    pressed = target instanceof Element ? target.closest('button') : null
  }
  const release = () => {
    isDown = false
    // After the click, which comes behind it.
    setTimeout(look)
  }
  const watch = new MutationObserver(look)
  watch.observe(region, { childList: true })
  watch.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
  const events = [
    ['pointerdown', note],
    ['pointerup', release],
    ['pointercancel', release],
    ['focusin', look],
  ] as const
  for (const [name, listener] of events) document.addEventListener(name, listener, true)
  return () => {
    watch.disconnect()
    for (const [name, listener] of events) document.removeEventListener(name, listener, true)
  }
}
