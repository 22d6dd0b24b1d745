import { type RefObject, type SyntheticEvent, useRef } from 'react'
import { deskWords, stepUpWords } from '#web/features/staff/words.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { confirmWithPasskey } from './ceremonies.ts'

interface StepUpDialogProps {
  state: 'closed' | 'open' | 'busy' | 'failed'
  /** What had the focus when a call wanted the passkey. */
  cameFrom: RefObject<HTMLElement | false>
  /** The passkey was asked for; rejects where it was not given. */
  onAsked(confirmation: Promise<void>): void
  onClose(): void
  /** Once it has let go of the focus. */
  onClosed(): void
}

/** Asks for the passkey. */
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
