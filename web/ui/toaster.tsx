import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import {
  resolveValue,
  toast as toasts,
  useToaster,
  type DefaultToastOptions,
  type Toast,
  type ToastType,
} from 'react-hot-toast/headless'
import { keepInSight } from '#web/lib/in-sight.ts'
import { Spinner } from './spinner.tsx'
import { toastLooks, toastParts, toastTimes } from './toast-looks.ts'

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
      <button type="button" aria-label={toastParts.closeName} onClick={onClose} className={toastParts.close}>
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
