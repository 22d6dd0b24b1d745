import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { LoaderCircle } from 'lucide-react'

interface SubmitButtonProps {
  /** While true the button is disabled and shows a spinner instead of its words. */
  busy: boolean
  /** Something has to be done first. */
  disabled?: boolean
  children: ReactNode
}

/** The one primary action of a form. It keeps its size and its name while it is busy. */
export function SubmitButton({ busy, disabled = false, children }: SubmitButtonProps) {
  const button = useKeptFocus(busy)
  return (
    <button
      ref={button}
      type="submit"
      disabled={busy || disabled}
      className={`button relative min-w-[min(10rem,100%)] ${busy ? 'cursor-progress' : 'disabled:cursor-not-allowed'}`}
    >
      {/* Transparent, so that the words stay the button's accessible name. */}
      <span className={busy ? 'opacity-0' : 'group-data-held/form:opacity-0'}>{children}</span>
      <Spinner className={`absolute ${busy ? '' : 'hidden group-data-held/form:block'}`} />
    </button>
  )
}

interface ActionButtonProps extends Pick<
  ComponentProps<'button'>,
  'onClick' | 'aria-describedby' | 'aria-expanded' | 'aria-label'
> {
  busy?: boolean
  /** There is nothing to do any more, or not yet. */
  disabled?: boolean
  children: ReactNode
}

/** An action beside the primary one; it keeps its size, its name and the focus while it is busy. */
export function ActionButton({ busy = false, disabled = false, children, ...rest }: ActionButtonProps) {
  const button = useKeptFocus(busy)
  return (
    <button
      {...rest}
      ref={button}
      type="button"
      disabled={busy || disabled}
      className={`button button-quiet relative ${busy ? 'cursor-progress' : 'disabled:cursor-not-allowed disabled:border-line disabled:text-quiet'}`}
    >
      <span className={busy ? 'opacity-0' : ''}>{children}</span>
      <Spinner className={`absolute ${busy ? '' : 'hidden'}`} />
    </button>
  )
}

/** Browsers move the focus away from a button that becomes disabled; this returns it if nothing else has taken it. */
function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasFocused = useRef(false)
  useLayoutEffect(() => {
    if (busy) wasFocused.current = document.activeElement === button.current
    else if (wasFocused.current && document.activeElement === document.body) button.current?.focus()
  }, [busy])
  return button
}

/** Shows «busy» to the eye only; it does not turn under reduced motion. */
export function Spinner({ className = '' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`size-6 animate-spin shrink-0 ${className}`} />
}
