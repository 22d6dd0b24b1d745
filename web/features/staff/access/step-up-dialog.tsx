import { type RefObject, type SyntheticEvent, useRef } from 'react'
import { deskWords, stepUpWords } from '#web/features/staff/words.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { confirmWithPasskey } from './ceremonies.ts'

interface StepUpDialogProps {
  state: 'closed' | 'open' | 'busy' | 'failed'
  /** The element that had the focus when a call required the passkey. */
  cameFrom: RefObject<HTMLElement | false>
  /** Called when the passkey is asked for; the promise rejects if it was not given. */
  onAsked(confirmation: Promise<void>): void
  onClose(): void
  /** Called once the dialog has released the focus. */
  onClosed(): void
}

export function StepUpDialog({ state, cameFrom, onAsked, onClose, onClosed }: StepUpDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    onAsked(confirmWithPasskey())
  }
  return (
    <Modal
      open={state !== 'closed'}
      onClose={onClose}
      onClosed={onClosed}
      title={stepUpWords.title}
      description={stepUpWords.text}
      initialFocus={form}
      finalFocus={() => cameFrom.current}
    >
      <form ref={form} tabIndex={-1} onSubmit={submit}>
        <Problem>{state === 'failed' && stepUpWords.failed}</Problem>
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton busy={state === 'busy'}>{stepUpWords.button}</SubmitButton>
          <ModalClose>{deskWords.cancel}</ModalClose>
        </div>
      </form>
    </Modal>
  )
}
