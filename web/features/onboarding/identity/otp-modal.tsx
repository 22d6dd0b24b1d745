import { useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react'
import { OTP_DIGITS } from '#contract/fields.ts'
import { onboardingFieldMessages } from '#contract/messages/common.ts'
import { digitOf, otpMessages } from '#contract/messages/identity.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { OtpField } from '#web/ui/otp-field.tsx'
import { Resend } from './resend.tsx'
import type { Proof } from './use-verification.ts'
import { useSmsCode } from '#web/lib/use-sms-code.ts'

interface OtpModalProps {
  proof: Proof
  /** Where the code went, in words; nothing while there is none. */
  about: string | null
  finalFocus(): HTMLElement | null
}

/** Where a code is entered. What it holds is new each time it opens, so closing clears the boxes. */
export function OtpModal({ proof, about, finalFocus }: OtpModalProps) {
  const firstBox = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={proof.isOpen}
      onClose={proof.close}
      title={otpMessages.title}
      initialFocus={firstBox}
      finalFocus={finalFocus}
      description={
        <Sentences>
          {about === null ? [otpMessages.secret] : [otpMessages.sent, `${about} ${otpMessages.secret}`]}
        </Sentences>
      }
    >
      <OtpForm proof={proof} firstBox={firstBox} />
    </Modal>
  )
}

function Sentences({ children }: { children: string[] }): ReactNode {
  return children.map((sentence) => (
    <p key={sentence} className="mt-1 text-small first:text-body first:text-ink">
      {sentence}
    </p>
  ))
}

interface OtpFormProps {
  proof: Proof
  firstBox: RefObject<HTMLInputElement | null>
}

function OtpForm({ proof, firstBox }: OtpFormProps) {
  const { value, setValue, error, busy, submit, restart } = useEntry(proof, firstBox)
  useSmsCode(setValue)
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
      <OtpField
        label={otpMessages.label}
        digits={OTP_DIGITS}
        value={value}
        onChange={setValue}
        error={error}
        nameOf={(place) => digitOf(place, OTP_DIGITS)}
        firstBox={firstBox}
      />
      {/* Straight below the boxes, so that a phone's keyboard leaves both to be seen. */}
      <div className="grid grid-cols-2 gap-3">
        <ModalClose>{otpMessages.cancel}</ModalClose>
        <SubmitButton busy={busy}>{otpMessages.submit}</SubmitButton>
      </div>
      <Resend proof={proof} onSent={restart} />
    </form>
  )
}

/** What stands in the boxes, and how the last try with it ended. */
function useEntry(proof: Proof, firstBox: OtpFormProps['firstBox']) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  function restart(sentence?: string) {
    setError(sentence)
    setValue('')
    firstBox.current?.focus()
  }
  async function send() {
    setBusy(true)
    const refusal = await proof.confirm(value)
    setBusy(false)
    if (refusal) restart(refusal)
  }
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (value.length === OTP_DIGITS) return oneAtATime(running, send)
    setError(onboardingFieldMessages.otp.required)
    // To the first that is empty.
    event.currentTarget.querySelectorAll<HTMLElement>('[role="group"] input')[value.length]?.focus()
  }

  return { value, setValue, error, busy, submit, restart }
}
