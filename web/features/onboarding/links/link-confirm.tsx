import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { OTP_DIGITS } from '#contract/fields/field.ts'
import { fill } from '#contract/messages/sentences.ts'
import { linkAnswers, linkMessages } from '#messages/links.ts'
import { OtpField, useDigits, useSecondsUntil, useSmsCode, waitInWords } from '#web/ui/otp-field.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { linkOtpResponse } from '#contract/schemas/identity.ts'
import { onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { sendForJson, postJson } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/async.ts'
import { otpMessages } from '#messages/identity.ts'

interface LinkConfirmProps {
  /** The record that the link names. */
  id: string
  /** Why the link has to be confirmed. */
  sentence: string
  onConfirmed(): void
}

/** In a record's place where the server first wants a code that it sends to the phone on record. */
export function LinkConfirm({ id, sentence, onConfirmed }: LinkConfirmProps) {
  const link = useLinkCode(id, onConfirmed)
  return (
    <div className="grid max-w-form grid-cols-1 justify-items-start gap-4">
      <p>{sentence}</p>
      {link.code ? (
        <CodeForm link={link} code={link.code} />
      ) : (
        <>
          <div role="alert">{link.error && <ErrorLine>{link.error}</ErrorLine>}</div>
          <button type="button" className="button" aria-disabled={link.busy || undefined} onClick={link.send}>
            {linkMessages.send}
          </button>
        </>
      )}
    </div>
  )
}

type Link = ReturnType<typeof useLinkCode>

function CodeForm({ link, code }: { link: Link; code: NonNullable<Link['code']> }) {
  const firstBox = useRef<HTMLInputElement>(null)
  const wait = useSecondsUntil(code.resendAt)
  useSmsCode(link.enter)
  useEffect(() => {
    // Whoever typed on while another code was sent stays where they are.
    if (!link.value) firstBox.current?.focus()
  }, [code])
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    link.confirm()
  }
  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-[26rem] grid-cols-1 gap-4">
      <p role="status">
        {linkAnswers.sent} {fill(linkMessages.sentTo, { phone: code.phone })}
      </p>
      <OtpField value={link.value} onChange={link.enter} error={link.error} firstBox={firstBox} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={link.busy}>{linkMessages.confirm}</SubmitButton>
        <ActionButton disabled={wait > 0 || link.busy} onClick={link.send}>
          {linkMessages.again}
        </ActionButton>
      </div>
      {wait > 0 && <p className="text-small tabular-nums text-quiet">{waitInWords(wait)}</p>}
    </form>
  )
}

interface SentCode {
  /** Masked. */
  phone: string
  /** Milliseconds. */
  resendAt: number
}

/** A code to the phone on record, by which a link that was opened in another browser is confirmed. */
function useLinkCode(id: string, onConfirmed: () => void) {
  const [code, setCode] = useState<SentCode>()
  const { value, setValue, clear } = useDigits()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function ask() {
    const fallback = onboardingFailures.otp
    const answer = await sendForJson({ url: api.linkOtp, body: { id }, schema: linkOtpResponse, fallback })
    setError(answer.ok ? undefined : answer.message)
    if (!answer.ok) return
    const { data, otp } = answer.body
    setCode({ phone: data.phone, resendAt: Date.now() + otp.resendAfter * 1000 })
    clear(value)
  }
  async function check() {
    const body = { id, otp: value }
    const answer = await postJson({ url: api.verifyLinkOtp, body, fallback: onboardingFailures.mobileVerify })
    if (answer.ok) return onConfirmed()
    setError(answer.message)
    clear(value)
  }
  function once(act: () => Promise<void>) {
    void oneAtATime(running, async () => {
      setBusy(true)
      setError(undefined)
      await act()
      setBusy(false)
    })
  }
  /** What is entered is a new attempt, of which nothing was said yet. */
  function enter(digits: string) {
    setError(undefined)
    setValue(digits)
  }
  function confirm() {
    if (value.length === OTP_DIGITS) once(check)
    else setError(otpMessages.code.required)
  }
  return { code, value, enter, error, busy, send: () => once(ask), confirm }
}
