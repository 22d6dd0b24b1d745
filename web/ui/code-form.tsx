import { OTPField } from '@base-ui/react/otp-field'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { latinDigits, OTP_DIGITS } from '#contract/fields/field.ts'
import { momentInWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { pages } from '#contract/paths.ts'
import { otpMessages } from '#messages/identity.ts'
import type { Failure } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { here, language } from '#web/lib/page.ts'
import { SubmitButton } from './button.tsx'
import { ErrorLine, locked } from './field.tsx'

export interface CodeFormProps extends CodeCalls {
  /** The newest code, in milliseconds of this browser's clock; null while none is known. */
  code: { resendAt: number; expiresAt: number } | null
  /** Whether this page can ask for another. */
  canResend?: boolean
  /** The words of the button. */
  submit: string
  /** Another way out, beside the button. */
  cancel?: ReactNode
  /** Set if no dialog focuses the first box. */
  takesFocus?: boolean
}

/** Enters a code, or asks for another. Its state is new each time it opens. */
export function CodeForm({ code, canResend = true, submit, cancel, takesFocus, ...calls }: CodeFormProps) {
  const entry = useCode(calls)
  const isLocked = useSecondsUntil(entry.lockedUntil) > 0
  useEffect(() => {
    if (takesFocus) entry.focusBox(0)
  }, [])
  useSmsCode(entry.enter)
  return (
    <form ref={entry.form} noValidate onSubmit={entry.onSubmit} className="mt-5 grid grid-cols-1 gap-4">
      <CodeBoxes entry={entry} firstBox={calls.firstBox} isLocked={isLocked} />
      {/* Directly below the boxes, so that both can be seen above a phone's keyboard. */}
      <div className="grid grid-cols-2 gap-3">
        {cancel}
        {!isLocked && <SubmitButton busy={entry.busy === 'confirm'}>{submit}</SubmitButton>}
      </div>
      {isLocked && entry.lockedUntil !== undefined ? (
        <Locked until={entry.lockedUntil} />
      ) : (
        <Resend code={code} canResend={canResend} entry={entry} />
      )}
    </form>
  )
}

/** Shown after too many wrong codes: until when, and what else to do. */
function Locked({ until }: { until: number }) {
  return (
    <p role="status" className="text-small">
      {fill(otpMessages.locked, { time: momentInWords(until, language) })}{' '}
      <a className="link" href={here(pages.contact)} target="_blank" rel="noopener">
        {otpMessages.help}
      </a>
    </p>
  )
}

/** Why a call about a code failed; a refusal by the page itself has no cause. */
export interface CodeRefusal {
  message: string
  cause?: Failure['cause']
}

/** Returns whether the code itself was refused; otherwise it may be right. */
function isWrong({ cause: { reason, status = 0 } = { reason: 'refused' } }: CodeRefusal): boolean {
  return reason === 'refused' && status >= 400 && status < 500 && ![408, 429].includes(status)
}

/** Returns when the wait that the refusal requires is over; an outage requires none. */
function endOfLock({ cause: { status = 0, retryAfterSeconds = 0 } = { reason: 'refused' } }: CodeRefusal) {
  return status < 500 && retryAfterSeconds > 0 ? Date.now() + retryAfterSeconds * 1000 : undefined
}

interface CodeCalls {
  /** Asks for another code; returns why not, if it is refused. */
  send(): Promise<CodeRefusal | undefined>
  /** Enters a code; returns why not, if it is refused. */
  confirm(code: string): Promise<CodeRefusal | undefined>
  /** The first box to fill, for a dialog that focuses it. */
  firstBox?: RefObject<HTMLInputElement | null>
}

type Entry = ReturnType<typeof useCode>

/** The entered digits, and how the last attempt ended; one call at a time, during which nothing can be typed. */
function useCode({ send, confirm }: CodeCalls) {
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [refusal, setRefusal] = useState<CodeRefusal>()
  /** In milliseconds of this browser's clock: until then no code is accepted, or none is sent. */
  const [lockedUntil, setLockedUntil] = useState<number>()
  const [sendsFrom, setSendsFrom] = useState<number>()
  const [resent, setResent] = useState(false)
  const [asking, setAsking] = useState<'send' | 'confirm'>()
  const { busy: isBusy, run } = useOneAtATime()
  const busy = isBusy ? asking : undefined

  function focusBox(at: number) {
    form.current?.querySelectorAll<HTMLElement>('[role="group"] input')[at]?.focus()
  }
  /** Starts a new attempt without a message. */
  function enter(digits: string) {
    setWrong(undefined)
    setResent(false)
    setValue(digits)
  }
  async function ask(call: 'send' | 'confirm'): Promise<void> {
    setAsking(call)
    setWrong(undefined)
    setRefusal(undefined)
    setResent(false)
    const refused = await (call === 'send' ? send() : confirm(value))
    const until = refused && endOfLock(refused)
    if (call === 'send') {
      setRefusal(refused)
      setSendsFrom(until)
      setResent(refused === undefined)
      if (refused !== undefined) return
    } else {
      if (refused === undefined) return
      setLockedUntil(until)
      // Digits that were not refused as wrong are entered again by a press.
      if (!isWrong(refused)) return setRefusal(refused)
      setWrong(refused.message)
    }
    setValue('')
    focusBox(0)
  }
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (value.length === OTP_DIGITS) return run(() => ask('confirm'))
    setWrong(otpMessages.code.required)
    // To the first empty box.
    focusBox(value.length)
  }
  const resend = () => void run(() => ask('send'))
  return {
    form,
    focusBox,
    value,
    enter,
    wrong,
    refusal,
    lockedUntil,
    sendsFrom,
    resent,
    busy,
    onSubmit,
    resend,
  }
}

/**
 * Six boxes of one digit each. Pasted text and codes from the phone's messages are spread over them from any box;
 * spaces and dashes between digits are left out.
 */
function CodeBoxes({
  entry,
  firstBox,
  isLocked,
}: { entry: Entry; isLocked: boolean } & Pick<CodeCalls, 'firstBox'>) {
  const { value, enter, wrong, refusal, busy } = entry
  const id = useId()
  const errorId = `${id}-error`
  const error = wrong ?? refusal?.message
  const describedBy = error ? errorId : undefined
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {otpMessages.label}
      </label>
      <OTPField.Root
        id={id}
        length={OTP_DIGITS}
        value={value}
        onValueChange={enter}
        // Not disabled, which would move the focus out of the form.
        readOnly={busy !== undefined || isLocked}
        // The library would drop the digits of other scripts before they are read.
        validationType="none"
        normalizeValue={digitsIn}
        inputMode="numeric"
        aria-describedby={describedBy}
        className="mt-2 grid grid-cols-6 gap-1.5 sm:gap-2.5"
      >
        {Array.from({ length: OTP_DIGITS }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 ? firstBox : undefined}
            // The first box has the name of the whole group.
            aria-label={
              index === 0 ? undefined : fill(otpMessages.digit, { place: index + 1, of: OTP_DIGITS })
            }
            aria-invalid={wrong ? true : undefined}
            aria-describedby={describedBy}
            className={`h-14 w-full scroll-mt-10 scroll-mb-36 min-w-0 rounded-card border border-edge bg-panel text-center text-subhead font-semibold digits text-ink aria-invalid:border-2 aria-invalid:border-error ${isLocked ? locked : ''}`}
          />
        ))}
      </OTPField.Root>
      <div role="alert">{error && <ErrorLine id={errorId}>{error}</ErrorLine>}</div>
    </div>
  )
}

/** Removes everything else that is pasted with a code. */
function digitsIn(text: string): string {
  return latinDigits(text).replace(/[^0-9]/g, '')
}

/** WebOTP, by which browsers read a code from a message; TypeScript's library lacks it. */
interface CodeRequest extends CredentialRequestOptions {
  otp: { transport: 'sms'[] }
}

/** Fills in the code from a message if the browser offers it, while the form is shown. */
function useSmsCode(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const closing = new AbortController()
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal: closing.signal }
    navigator.credentials
      .get(request)
      .then((credential) => {
        if (credential && 'code' in credential) onCode(String(credential.code).replace(/\D/g, ''))
      })
      // Nobody chose one, or the form was left first.
      .catch(() => undefined)
    return () => closing.abort()
  }, [])
}

/** The wait for a new code: counted in seconds on the screen, announced to screen readers once, at its end. */
function Resend({
  code,
  canResend,
  entry,
}: Required<Pick<CodeFormProps, 'code' | 'canResend'>> & { entry: Entry }) {
  const { sendsFrom, resent, busy, resend } = entry
  const wait = useSecondsUntil(code?.resendAt)
  const left = useSecondsUntil(code?.expiresAt)
  const isRefused = useSecondsUntil(sendsFrom) > 0
  const isOpen = canResend && wait === 0 && !isRefused
  return (
    <div className="text-small">
      {code !== null && left === 0 && <p className="font-medium">{otpMessages.expired}</p>}
      {!canResend && <p className="text-quiet">{otpMessages.retype}</p>}
      {canResend && wait > 0 && (
        <p className="py-3 digits text-quiet">{fill(otpMessages.resendIn, { time: clock(wait) })}</p>
      )}
      {canResend && wait === 0 && isRefused && sendsFrom !== undefined && (
        <p className="py-3">{fill(otpMessages.resendAfter, { time: momentInWords(sendsFrom, language) })}</p>
      )}
      {isOpen && (
        <button
          type="button"
          className="link min-h-12 cursor-pointer font-semibold"
          aria-disabled={busy !== undefined || undefined}
          onClick={resend}
        >
          {otpMessages.resend}
        </button>
      )}
      <p aria-live="polite" className={resent ? 'font-medium' : 'sr-only'}>
        {resent ? otpMessages.resent : isOpen && otpMessages.canResend}
      </p>
    </div>
  )
}

/** Returns the whole seconds until a time in milliseconds, counting down; 0 once it has passed, or without one. */
function useSecondsUntil(time: number | undefined): number {
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

function secondsUntil(time: number | undefined): number {
  return time === undefined ? 0 : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
