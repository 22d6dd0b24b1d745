import { Dialog } from '@base-ui/react/dialog'
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import './modal.css'

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
        <Dialog.Backdrop className="modal-backdrop" />
        <SeenPart>
          <Dialog.Popup {...focus} className="modal">
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
    <Dialog.Viewport ref={room} className="modal-room">
      {children}
    </Dialog.Viewport>
  )
}
