import { useId, type ComponentProps, type KeyboardEvent, useEffect, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { identityHints, otpMessages, executiveForm } from '#messages/identity.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine, Hint, locked, tied } from '#web/ui/field.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import type { FieldProps } from '#web/lib/form.ts'
import { toast } from '#web/ui/toast.ts'
import { isVerified, shownAadhaar, type Wizard } from '#web/features/onboarding/wizard.ts'
import { later, useOneAtATime } from '#web/lib/async.ts'
import { wordsOf } from '#web/lib/sentences.ts'
import * as z from 'zod/mini'
import { aadhaarNumber, executiveFields } from '#contract/fields/executive.ts'
import { plainDigits, plainPhone } from '#contract/fields/field.ts'
import { guardMessages, onboardingFailures } from '#messages/registrations.ts'
import { api } from '#contract/paths.ts'
import {
  generateAadhaarOtpResponse,
  generateMobileOtpResponse,
  maskAadhaar,
  verifyAadhaarOtpResponse,
  verifyMobileOtpResponse,
} from '#contract/schemas/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { codeFrom, type Code, type SessionState } from '#web/features/onboarding/session-state.ts'
import { sendForJson, type AnswerWith, type Failure } from '#web/lib/api.ts'
import type { CodeRefusal } from '#web/ui/code-form.tsx'
import { noticeShown } from '#web/lib/page.ts'

interface VerificationFieldProps {
  /** What pressing Verify agrees to. */
  consent: readonly string[]
  verification: Verification
  /** What prevents leaving the step, once Next was pressed. */
  stop: string | undefined
  field: FieldProps
}

/** A number with its badge and its Verify button, and what pressing the button agrees to. */
export function VerificationField(props: VerificationFieldProps) {
  const { consent, verification, stop, field } = props
  const { label, hint, error, ...registered } = field
  const id = useId()
  const said = error ?? verification.problem ?? stop
  return (
    <div data-field data-verification={field.name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <StatusBadge verified={verification.verified} />
      </div>
      <Hint id={`${id}-hint`}>{verification.verified ? identityHints.verified : hint}</Hint>
      <div className="mt-2 flex flex-wrap gap-3">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <input
            type="text"
            className={`control w-full ${locked} digits`}
            readOnly={verification.isLocked}
            {...tied(id, { hint, error: said })}
            {...registered}
            {...maskedOnce(field)}
            onKeyDown={(event) => verifyByEnter(event, verification)}
          />
        </div>
        <ActionButton
          busy={verification.busy}
          disabled={verification.verified}
          onClick={verification.verify}
          aria-label={fill(executiveForm.verifyOf, { label })}
          aria-describedby={verification.verified ? undefined : `${id}-consent`}
        >
          {executiveForm.verify}
        </ActionButton>
      </div>
      <div role="alert">{said && <ErrorLine id={`${id}-error`}>{said}</ErrorLine>}</div>
      {verification.isPending && <PendingCode verification={verification} />}
      {!verification.verified && (
        <div id={`${id}-consent`} className="mt-3 border-l-2 border-line pl-4 text-small text-quiet">
          {consent.map((sentence) => (
            <p key={sentence} className="mt-1 first:mt-0">
              {sentence}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

/** A code that is on its way is entered and not sent again. */
function PendingCode({
  verification: { open, changeNumber, busy },
}: Pick<VerificationFieldProps, 'verification'>) {
  const link = 'link min-h-12 cursor-pointer font-semibold'
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3">
      {otpMessages.waiting}
      <button type="button" className={link} onClick={open}>
        {otpMessages.enter}
      </button>
      <button type="button" className={link} disabled={busy} onClick={changeNumber}>
        {otpMessages.changeNumber}
      </button>
    </p>
  )
}

/** A masked number is replaced as a whole, since its X cannot be edited. */
function maskedOnce({ onChange }: FieldProps): ComponentProps<'input'> {
  return {
    onFocus: ({ currentTarget }) => {
      void otpModal.fetch()
      if (currentTarget.value.startsWith('X')) currentTarget.select()
    },
    onChange: (event) => {
      const { target, nativeEvent } = event
      const typed = nativeEvent instanceof InputEvent ? (nativeEvent.data ?? '') : ''
      if (target.value.includes('X')) target.value = typed
      void onChange(event)
    },
  }
}

/** Enter in a number presses its own button and does not end the step. */
function verifyByEnter(event: KeyboardEvent, { verified, verify }: Verification) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  // A key that is held down counts once.
  if (!verified && !event.repeat) verify()
}

/** The dialog for codes is loaded once somebody uses one of the numbers. */
export const otpModal = later(async () => (await import('./otp-modal.tsx')).OtpModal)

export type Verification = ReturnType<typeof useVerification>

/** A number of step 1, from Verify to verified; it is locked while a code is out, so every answer belongs to it. */
export function useVerification(number: VerifiedNumber, wizard: Wizard, enterCode: () => void) {
  const { session, change, reload } = wizard
  const { form } = wizard.details
  const written = number.plain(form.watch(number.field) ?? '')
  const verified = isVerified(session, { [number.field]: written })[number.key]
  const code = session[number.code]
  const isAlive = useIsAhead(code?.expiresAt) && code !== null && code.triesLeft > 0
  const isPending = isAlive && !verified && number.shown(written) === code.shown
  const [problem, setProblem] = useState<string>()
  useEffect(() => setProblem(undefined), [written])
  const { busy, run } = useOneAtATime()

  async function open() {
    if (await otpModal.fetch()) enterCode()
    else setProblem(`${otpMessages.missing} ${otpMessages.offline}`)
  }
  async function send(): Promise<CodeRefusal | undefined> {
    const answer = await number.send(written)
    if (answer.ok) {
      change({ [number.code]: answer.body })
      return undefined
    }
    console.error('The code was not sent.', answer.cause)
    // A code may be on its way nevertheless, sent a moment ago or with a lost answer.
    void reload()
    return refusalOf(answer)
  }
  async function verify() {
    if (isPending) return open()
    const read = number.schema.safeParse(written)
    if (!read.success) {
      setProblem(wordsOf(read.error.issues[0]?.message ?? '', { executiveForm }))
      return form.setFocus(number.field)
    }
    setProblem(undefined)
    form.setValue(number.field, written)
    const refused = await send()
    if (refused === undefined) return open()
    setProblem(refused.message)
    toast.error(refused.message, { isSaidBeside: true })
  }
  async function confirm(otp: string): Promise<CodeRefusal | undefined> {
    if (!code) return { message: otpMessages.expired }
    const answer = await number.confirm(code, otp)
    if (answer.ok) {
      change(answer.body.session)
      if (answer.body.message) toast.success(answer.body.message)
    } else {
      console.error('The code was not accepted.', answer.cause)
      // The server knows the attempts that are left and, after a lost answer, whether the code was right.
      const known = await reload()
      if (!known || number.verifiedIn(known) !== code.shown) return refusalOf(answer)
    }
    form.setValue(number.field, code.shown)
    return undefined
  }

  return {
    field: number.field,
    verified,
    code,
    /** A valid code is on its way. */
    isPending,
    /** The number cannot be changed. */
    isLocked: busy || isPending,
    /** No new code can be requested for a number that the page knows only masked. */
    canResend: number.schema.safeParse(written).success,
    problem,
    busy,
    verify: () => void run(verify),
    open: () => void open(),
    send: () => run(send),
    confirm: (otp: string) => run(() => confirm(otp)),
    /** Gives up the code that is out. */
    changeNumber() {
      change({ [number.code]: null })
      form.setValue(number.field, '')
      form.setFocus(number.field)
    },
  }
}

/** Returns whether a time is in the future; renders again once it has passed. */
function useIsAhead(time: number | undefined): boolean {
  const [, draw] = useState(0)
  useEffect(() => {
    if (time === undefined) return
    const wait = setTimeout(() => draw((count) => count + 1), Math.max(0, time - Date.now()) + 10)
    return () => clearTimeout(wait)
  }, [time])
  return time !== undefined && time > Date.now()
}

/** A number that is verified by a code sent for it. */
export interface VerifiedNumber {
  field: 'aadhaar_no' | 'phone'
  /** The fields of the session state with the verified number and the sent code. */
  key: 'aadhaar' | 'phone'
  code: 'aadhaarCode' | 'phoneCode'
  schema: z.ZodMiniType<string>
  /** What prevents leaving the step while it is not verified. */
  guard: string
  plain(written: string): string
  /** Returns a number as it may be shown. */
  shown(plain: string): string
  /** Returns the verified number as it may be shown. */
  verifiedIn(session: SessionState): string | null | undefined
  send(number: string): Promise<AnswerWith<Code>>
  confirm(code: Code, otp: string): Promise<AnswerWith<Confirmed>>
}

/** The answer to a right code: the server's sentence, and the changes of the session state. */
interface Confirmed {
  message: string | undefined
  session: Partial<SessionState>
}

/** In the order in which they must be verified. */
export const verifiedNumbers = {
  aadhaar: {
    field: 'aadhaar_no',
    key: 'aadhaar',
    code: 'aadhaarCode',
    schema: aadhaarNumber,
    guard: guardMessages.aadhaarFirst,
    plain: plainDigits,
    shown: shownAadhaar,
    verifiedIn: ({ aadhaar }) => aadhaar?.masked,
    send: sendAadhaarCode,
    confirm: confirmAadhaarCode,
  },
  phone: {
    field: 'phone',
    key: 'phone',
    code: 'phoneCode',
    schema: executiveFields.phone.schema,
    guard: guardMessages.phoneFirst,
    plain: plainPhone,
    shown: (phone) => phone,
    verifiedIn: ({ phone }) => phone,
    send: sendPhoneCode,
    confirm: confirmPhoneCode,
  },
} as const satisfies Record<string, VerifiedNumber>

/** The server gives its provider 15 seconds, and then reports that there was no answer. */
const timeoutMs = 30_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends one call after the other, since an answer may set the cookie. Two calls without one would begin two sessions,
 * of which the browser keeps the later one; a code of the other would be refused.
 */
function sendInTurn<Body>(call: Parameters<typeof sendForJson<Body>>[0]): Promise<AnswerWith<Body>> {
  const send = () => sendForJson({ timeoutMs, ...call })
  const answer = last.then(send, send)
  last = answer
  return answer
}

async function sendAadhaarCode(number: string): Promise<AnswerWith<Code>> {
  const answer = await sendInTurn({
    url: api.generateAadhaarOtp,
    body: { aadhaar_number: number, consent: currentConsent, notice: noticeShown() },
    schema: z.partial(generateAadhaarOtpResponse, { message: true, otp: true }),
    fallback: onboardingFailures.aadhaarSend,
  })
  if (!answer.ok) return answer
  const { otp, data } = answer.body
  return { ok: true, body: codeFrom(otp, { shown: maskAadhaar(number.slice(-4)), clientId: data.client_id }) }
}

async function confirmAadhaarCode({ shown, clientId }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await sendInTurn({
    url: api.verifyAadhaarOtp,
    body: { client_id: clientId, otp },
    schema: z.partial(verifyAadhaarOtpResponse, { message: true }),
    fallback: onboardingFailures.aadhaarVerify,
  })
  if (!answer.ok) return answer
  const { message, data } = answer.body
  const session = { aadhaar: { masked: shown, person: data.data }, aadhaarCode: null }
  return { ok: true, body: { message, session } }
}

async function sendPhoneCode(phone: string): Promise<AnswerWith<Code>> {
  const answer = await sendInTurn({
    url: api.generateMobileOtp,
    body: { phone, consent: currentConsent, notice: noticeShown() },
    schema: z.catch(z.partial(generateMobileOtpResponse), {}),
    fallback: onboardingFailures.otp,
  })
  return answer.ok ? { ok: true, body: codeFrom(answer.body.otp, { shown: phone }) } : answer
}

async function confirmPhoneCode({ shown }: Code, otp: string): Promise<AnswerWith<Confirmed>> {
  const answer = await sendInTurn({
    url: api.verifyMobileOtp,
    body: { phone: shown, otp },
    schema: z.catch(z.partial(verifyMobileOtpResponse), {}),
    fallback: onboardingFailures.mobileVerify,
  })
  if (!answer.ok) return answer
  return { ok: true, body: { message: answer.body.message, session: { phone: shown, phoneCode: null } } }
}

/** Returns the server's sentence; if it did not answer, with advice what to do. */
function refusalOf({ message, cause }: Failure): CodeRefusal {
  const failure = message
  return { cause, message: cause.reason === 'refused' ? message : fill(otpMessages.unanswered, { failure }) }
}
