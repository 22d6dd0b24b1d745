import { Dialog } from '@base-ui/react/dialog'
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

interface ModalProps {
  open: boolean
  onClose(): void
  /** Called once it is gone and the focus has left it. */
  onClosed?(): void
  title: string
  description: ReactNode
  initialFocus: RefObject<HTMLElement | null>
  /** Where the focus goes once it is closed; false leaves it to the page. */
  finalFocus(): HTMLElement | null | false
  children: ReactNode
}

/**
 * A dialog in the middle of the part of the page that can be seen. A press beside it does not close it, since what is
 * typed would be lost.
 */
export function Modal({ open, onClose, onClosed, title, description, children, ...focus }: ModalProps) {
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.55)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <SeenPart>
          {/* Centred by margins, since alignment would put its upper part out of reach on small screens. */}
          <Dialog.Popup
            {...focus}
            className="m-auto w-full max-w-112 rounded-card border border-line bg-panel px-4 py-5 text-ink transition-[opacity,translate] duration-150 focus-visible:-outline-offset-3 min-[30rem]:p-7 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
          >
            <Dialog.Title className="text-title font-semibold">{title}</Dialog.Title>
            <Dialog.Description render={<div />} className="mt-2 text-quiet">
              {description}
            </Dialog.Description>
            {children}
          </Dialog.Popup>
        </SeenPart>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A button that closes its dialog. */
export function ModalClose({ children }: { children: string }) {
  return <Dialog.Close className="button button-quiet">{children}</Dialog.Close>
}

/** The room for a dialog, since on a phone no CSS unit reliably knows the part under the keyboard. */
function SeenPart({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const seen = window.visualViewport
    function fit() {
      if (!room.current || !seen || seen.scale !== 1) return
      room.current.style.setProperty('--seen-top', `${seen.offsetTop}px`)
      room.current.style.setProperty('--seen-height', `${seen.height}px`)
    }
    // The keyboard appears after the focus that opens it, and may cover the focused element.
    function keepSight() {
      fit()
      const { activeElement } = document
      if (room.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    }
    fit()
    seen?.addEventListener('resize', keepSight)
    seen?.addEventListener('scroll', fit)
    return () => {
      seen?.removeEventListener('resize', keepSight)
      seen?.removeEventListener('scroll', fit)
    }
  }, [])
  return (
    <Dialog.Viewport
      ref={room}
      className="fixed top-(--seen-top,0) left-0 z-40 flex h-(--seen-height,100dvh) w-full overflow-y-auto overscroll-contain p-3"
    >
      {children}
    </Dialog.Viewport>
  )
}
