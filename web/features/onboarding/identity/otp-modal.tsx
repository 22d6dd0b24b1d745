import { useRef } from 'react'
import { otpMessages } from '#messages/identity.ts'
import { CodeForm, type CodeFormProps } from '#web/ui/code-form.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'

interface OtpModalProps {
  verification: Omit<CodeFormProps, 'submit' | 'cancel' | 'firstBox' | 'takesFocus'>
  isOpen: boolean
  onClose(): void
  /** A sentence about where the code was sent; null until it was. */
  about: string | null
  finalFocus(): HTMLElement | null
}

/** The dialog in which a number's code is entered. */
export function OtpModal({ verification, isOpen, onClose, about, finalFocus }: OtpModalProps) {
  const firstBox = useRef<HTMLInputElement>(null)
  const sentences =
    about === null ? [otpMessages.secret] : [otpMessages.sent, `${about} ${otpMessages.secret}`]
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={otpMessages.title}
      initialFocus={firstBox}
      finalFocus={finalFocus}
      description={sentences.map((sentence) => (
        <p key={sentence} className="mt-1 text-small first:text-body first:text-ink">
          {sentence}
        </p>
      ))}
    >
      <CodeForm
        {...verification}
        submit={otpMessages.submit}
        cancel={<ModalClose>{otpMessages.cancel}</ModalClose>}
        firstBox={firstBox}
      />
    </Modal>
  )
}
