import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { OTP_DIGITS } from '#contract/fields/field.ts'
import { otpMessages } from '#messages/identity.ts'
import { oneAtATime } from '#web/lib/async.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { OtpField, useDigits, useSecondsUntil, useSmsCode, waitInWords } from '#web/ui/otp-field.tsx'
import type { Verification } from './use-verification.ts'
import { ErrorLine } from '#web/ui/field.tsx'

interface OtpModalProps {
  verification: Verification
  /** A sentence about where the code was sent; null while there is none. */
  about: string | null
  finalFocus(): HTMLElement | null
}

/** Where a code is entered. What it holds is new each time it opens, so closing clears the boxes. */
export function OtpModal({ verification, about, finalFocus }: OtpModalProps) {
  const firstBox = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={verification.isOpen}
      onClose={verification.close}
      title={otpMessages.title}
      initialFocus={firstBox}
      finalFocus={finalFocus}
      description={
        <Sentences>
          {about === null ? [otpMessages.secret] : [otpMessages.sent, `${about} ${otpMessages.secret}`]}
        </Sentences>
      }
    >
      <OtpForm verification={verification} firstBox={firstBox} />
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
  verification: Verification
  firstBox: RefObject<HTMLInputElement | null>
}

function OtpForm({ verification, firstBox }: OtpFormProps) {
  const { value, enter, error, busy, submit, restart } = useEntry(verification, firstBox)
  useSmsCode(enter)
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
      <OtpField value={value} onChange={enter} error={error} firstBox={firstBox} />
      {/* Straight below the boxes, so that a phone's keyboard leaves both to be seen. */}
      <div className="grid grid-cols-2 gap-3">
        <ModalClose>{otpMessages.cancel}</ModalClose>
        <SubmitButton busy={busy}>{otpMessages.submit}</SubmitButton>
      </div>
      <Resend verification={verification} onSent={() => restart(value)} />
    </form>
  )
}

/** The digits that are entered, and how the last attempt ended. */
function useEntry(verification: Verification, firstBox: OtpFormProps['firstBox']) {
  const { value, setValue, clear } = useDigits()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  /** What is entered is a new attempt, of which nothing was said yet. */
  function enter(digits: string) {
    setError(undefined)
    setValue(digits)
  }
  function restart(asked: string, sentence?: string) {
    setError(sentence)
    if (clear(asked)) firstBox.current?.focus()
  }
  async function send() {
    setBusy(true)
    setError(undefined)
    const refusal = await verification.confirm(value)
    setBusy(false)
    if (refusal) restart(value, refusal)
  }
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (value.length === OTP_DIGITS) return oneAtATime(running, send)
    setError(otpMessages.code.required)
    // To the first that is empty.
    event.currentTarget.querySelectorAll<HTMLElement>('[role="group"] input')[value.length]?.focus()
  }

  return { value, enter, error, busy, submit, restart }
}

interface ResendProps {
  verification: Verification
  onSent(): void
}

/** The wait for a new code: shown second by second, announced to screen readers once, when it is over. */
export function Resend({ verification, onSent }: ResendProps) {
  const wait = useSecondsUntil(verification.code?.resendAt)
  const left = useSecondsUntil(verification.code?.expiresAt)
  const { resend, refusal, said } = useResend(verification, onSent)
  const isExpired = verification.code !== null && left === 0
  return (
    <div className="text-small">
      {isExpired && <p className="font-medium">{otpMessages.expired}</p>}
      {!verification.canResend && <p className="text-quiet">{otpMessages.retype}</p>}
      {verification.canResend && wait > 0 && (
        <p className="py-3 tabular-nums text-quiet">{waitInWords(wait)}</p>
      )}
      {verification.canResend && wait === 0 && (
        <button
          type="button"
          className="link min-h-12 cursor-pointer font-semibold"
          aria-disabled={verification.busy || undefined}
          onClick={resend}
        >
          {otpMessages.resend}
        </button>
      )}
      <p aria-live="polite" className={said ? 'font-medium' : 'sr-only'}>
        {said ?? (verification.canResend && wait === 0 ? otpMessages.canResend : '')}
      </p>
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
    </div>
  )
}

function useResend(verification: Verification, onSent: () => void) {
  const [refusal, setRefusal] = useState<string>()
  const [said, setSaid] = useState<string>()
  // Said of one code; of the next it would be stale.
  useEffect(() => {
    if (!said) return
    const wait = setTimeout(setSaid, 6000, undefined)
    return () => clearTimeout(wait)
  }, [said])

  async function resend() {
    if (verification.busy) return
    setRefusal(undefined)
    const sent = await verification.resend()
    if (sent.is === 'refused') setRefusal(sent.sentence)
    if (sent.is !== 'sent') return
    setSaid(otpMessages.resent)
    onSent()
  }
  return { resend: () => void resend(), refusal, said }
}
