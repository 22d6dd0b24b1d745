import { type RefObject, type SyntheticEvent, useRef } from 'react'
import { deskWords, stepUpWords } from '#contract/messages/staff.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'

interface StepUpDialogProps {
  state: 'closed' | 'open' | 'busy' | 'failed'
  /** What had the focus when a call wanted the passkey. */
  cameFrom: RefObject<HTMLElement | false>
  onSubmit(event: SyntheticEvent): void
  onClose(): void
  /** Once it has let go of the focus. */
  onClosed(): void
}

/** Asks for the passkey. */
export function StepUpDialog({ state, cameFrom, onSubmit, onClose, onClosed }: StepUpDialogProps) {
  const form = useRef<HTMLFormElement>(null)
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
      <form ref={form} tabIndex={-1} onSubmit={onSubmit}>
        <Problem>{state === 'failed' && stepUpWords.failed}</Problem>
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton busy={state === 'busy'}>{stepUpWords.button}</SubmitButton>
          <ModalClose>{deskWords.cancel}</ModalClose>
        </div>
      </form>
    </Modal>
  )
}
