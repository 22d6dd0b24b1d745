import { OTPField } from '@base-ui/react/otp-field'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { latinDigits, OTP_DIGITS } from '#contract/fields/field.ts'
import { fill } from '#contract/messages/sentences.ts'
import { otpMessages } from '#messages/identity.ts'
import { ErrorLine } from './field.tsx'

interface OtpFieldProps {
  value: string
  onChange(value: string): void
  /** The one message of the code; none before it was refused. */
  error: string | undefined
  /** The box to be filled first. */
  firstBox: Ref<HTMLInputElement>
}

/**
 * Six boxes of one digit each. What comes at once, by paste or from the phone's messages, is spread over them from any
 * box; spaces and dashes between digits are left out.
 */
export function OtpField(props: OtpFieldProps) {
  const { value, onChange, error, firstBox } = props
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {otpMessages.label}
      </label>
      <OTPField.Root
        id={id}
        length={OTP_DIGITS}
        value={value}
        onValueChange={onChange}
        // The library would drop the digits of other scripts before they are read.
        validationType="none"
        normalizeValue={digitsIn}
        inputMode="numeric"
        aria-describedby={error ? errorId : undefined}
        className="mt-2 grid grid-cols-6 gap-1.5 sm:gap-2.5"
      >
        {Array.from({ length: OTP_DIGITS }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 ? firstBox : undefined}
            // The first has the name of all.
            aria-label={
              index === 0 ? undefined : fill(otpMessages.digit, { place: index + 1, of: OTP_DIGITS })
            }
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="h-14 w-full scroll-mt-10 scroll-mb-36 min-w-0 rounded-card border border-edge bg-panel text-center text-subhead font-semibold tabular-nums text-ink aria-invalid:border-2 aria-invalid:border-error"
          />
        ))}
      </OTPField.Root>
      <div role="alert">{error && <ErrorLine id={errorId}>{error}</ErrorLine>}</div>
    </div>
  )
}

/** Whatever else is pasted with a code. */
function digitsIn(text: string): string {
  return latinDigits(text).replace(/[^0-9]/g, '')
}

/** The digits in the boxes. */
export function useDigits() {
  const [value, setValue] = useState('')
  const latest = useRef<string>(undefined)
  latest.current = value
  // An answer that comes once they are gone empties none, nor those that were opened anew.
  useEffect(() => () => void (latest.current = undefined), [])
  /** Empties the boxes of what stood there when something was asked; what was typed since stays. Answers whether it did. */
  function clear(asked: string): boolean {
    const isSame = latest.current === asked
    if (isSame) setValue('')
    return isSame
  }
  return { value, setValue, clear }
}

/** What browsers that can read a code out of a message offer (WebOTP); it is not in TypeScript's library. */
interface CodeRequest extends CredentialRequestOptions {
  otp: { transport: 'sms'[] }
}

/** Fills the code in where the browser offers the one from the message, until the modal closes. */
export function useSmsCode(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const closing = new AbortController()
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal: closing.signal }
    navigator.credentials
      .get(request)
      .then((credential) => {
        if (credential && 'code' in credential) onCode(String(credential.code).replace(/\D/g, ''))
      })
      // Nobody chose one, or the modal was closed first.
      .catch(() => undefined)
    return () => closing.abort()
  }, [])
}

/** Whole seconds until a time in milliseconds, counted down as they pass; 0 once it has come, or without one. */
export function useSecondsUntil(time: number | undefined): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(time))
  useEffect(() => {
    setSeconds(secondsUntil(time))
    if (secondsUntil(time) === 0) return
    const ticking = setInterval(() => {
      const left = secondsUntil(time)
      setSeconds(left)
      if (left === 0) clearInterval(ticking)
    }, 250)
    return () => clearInterval(ticking)
  }, [time])
  return seconds
}

/** How long a new code has to be waited for, on a clock that counts down: 0:30. */
export function waitInWords(seconds: number): string {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return fill(otpMessages.resendIn, { time })
}

function secondsUntil(time: number | undefined): number {
  return time === undefined ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
