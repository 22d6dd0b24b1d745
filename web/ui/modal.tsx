import { Dialog } from '@base-ui/react/dialog'
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

interface ModalProps {
  open: boolean
  onClose(): void
  /** Called once nothing is seen of it any more and the focus has left it. */
  onClosed?(): void
  title: string
  description: ReactNode
  initialFocus: RefObject<HTMLElement | null>
  /** Where the focus goes once it is closed; false leaves it to the page. */
  finalFocus(): HTMLElement | null | false
  children: ReactNode
}

/**
 * A dialog over the page, in the middle of what is to be seen of it. A press beside it does not close it: what is typed in
 * it would be gone.
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
          {/* Centred by its margins: in the middle by alignment its upper part would be out of reach where there is little room. */}
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

/** A button that closes the dialog it stands in. */
export function ModalClose({ children }: { children: string }) {
  return <Dialog.Close className="button button-quiet">{children}</Dialog.Close>
}

/** The room for a dialog: on a phone the keyboard covers a part of the page that no unit of CSS knows of everywhere. */
function SeenPart({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const seen = window.visualViewport
    function fit() {
      if (!room.current || !seen || seen.scale !== 1) return
      room.current.style.setProperty('--seen-top', `${seen.offsetTop}px`)
      room.current.style.setProperty('--seen-height', `${seen.height}px`)
    }
    // The keyboard comes after the focus that called it, and may cover what has the focus.
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
