import { later, oneAtATime } from '#web/lib/async.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'react-hot-toast/headless'
import { otpMessages, executiveForm } from '#messages/identity.ts'
import type { Code } from '#web/features/onboarding/session-state.ts'
import { isVerified } from '#web/features/onboarding/details.ts'
import { sentenceOf, type VerifiedNumber } from './verification-calls.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { wordsOf } from '#web/lib/sentences.ts'

/** The modal is fetched once a number is being typed: nobody needs it before. */
export const otpModal = later(async () => (await import('./otp-modal.tsx')).OtpModal)

export type Verification = ReturnType<typeof useVerification>

/** The states of one number: not verified, then a code sent (and the modal open), then verified. */
export function useVerification(number: VerifiedNumber, wizard: Wizard) {
  const sending = useSending(number, wizard)
  const { written, verified, code, pending } = useNumberState(number, wizard, sending)
  const { verify, problem, say } = useVerify({ number, wizard, written, sending })
  const modal = useModal(say)

  async function begin() {
    // An earlier toast would lie over the modal.
    toast.dismiss()
    if (pending || (await verify())) await modal.open()
  }
  return {
    field: number.field,
    verified,
    pending,
    code,
    busy: sending.busy,
    problem,
    isOpen: modal.isOpen,
    verify: () => void begin(),
    confirm: (otp: string) => confirm({ number, wizard, code, sending, close: modal.close }, otp),
    /** Asks for a new code. */
    resend: () => sending.send(sending.last() ?? code?.shown ?? ''),
    /** After a refresh an Aadhaar number is known in its masked form alone, for which no code can be sent. */
    canResend: number.key === 'phone' || sending.last() !== undefined,
    open: () => void modal.open(),
    close: modal.close,
  }
}

interface ConfirmParts {
  number: VerifiedNumber
  wizard: Wizard
  code: Code | null
  sending: Sending
  close(): void
}

/** Answers the sentence of a refusal, or nothing when the number is verified. */
async function confirm(
  { number, wizard, code, sending, close }: ConfirmParts,
  otp: string,
): Promise<string | undefined> {
  if (!code) return otpMessages.expired
  const answer = await number.confirm(code, otp)
  if (!sending.isFor(code.shown, writtenNow(number, wizard))) {
    // The dialog was closed and another number typed meanwhile: what became of this one is not about that.
    void wizard.reload()
    return undefined
  }
  if (answer.ok) {
    wizard.change(answer.body.session)
    if (answer.body.message) toast.success(answer.body.message)
  } else {
    console.error('The code was not accepted.', answer.cause)
    // The server knows how many attempts are left; and after an answer that was lost, whether the code was right.
    const known = await wizard.reload()
    if (!known || number.verifiedIn(known) !== code.shown) return sentenceOf(answer)
  }
  wizard.details.form.setValue(number.field, code.shown)
  close()
  return undefined
}

/** Whether the modal is open; `say` receives the reason if its code cannot be loaded. */
function useModal(say: (problem: string | undefined) => void) {
  const [isOpen, setOpen] = useState(false)
  async function open() {
    const isHere = await otpModal.come()
    // A code that comes late opens no dialog over the one that a person is in: it can be entered after that.
    if (document.querySelector('[role="dialog"]')) return
    // At once, so that another that waited for the same code of the page finds it.
    flushSync(() => setOpen(isHere))
    say(isHere ? undefined : `${otpMessages.missing} ${otpMessages.offline}`)
  }
  return { isOpen, open, close: () => setOpen(false) }
}

function writtenNow({ field, plain }: VerifiedNumber, { details: { form } }: Wizard): string {
  return plain(form.getValues(field) ?? '')
}

/** What is known of the number in the field: changed, it is another. */
function useNumberState(number: VerifiedNumber, { session, details: { form } }: Wizard, { isFor }: Sending) {
  const written = form.watch(number.field) ?? ''
  const verified = isVerified(session, { [number.field]: written })[number.key]
  const code = session[number.code]
  const isAhead = useIsAhead(code?.expiresAt)
  const isAlive = isAhead && code !== null && code.triesLeft > 0
  const isOfThis = code !== null && isFor(code.shown, number.plain(written))
  return { written, verified, code, pending: isAlive && isOfThis && !verified }
}

interface VerifyParts {
  number: VerifiedNumber
  wizard: Wizard
  written: string
  sending: Sending
}

/** Has a code sent for what is in the field, if it can be such a number; answers whether it was sent. */
function useVerify({ number, wizard, written, sending }: VerifyParts) {
  const { form } = wizard.details
  const [problem, setProblem] = useState<string>()
  useEffect(() => setProblem(undefined), [written])

  async function verify(): Promise<boolean> {
    const read = number.schema.safeParse(number.plain(written))
    if (!read.success) {
      const message = wordsOf(read.error.issues[0]?.message ?? '', { executiveForm })
      form.setError(number.field, { message }, { shouldFocus: true })
      return false
    }
    setProblem(undefined)
    form.setValue(number.field, read.data)
    form.clearErrors(number.field)
    const sent = await sending.send(read.data)
    // Another number was typed meanwhile.
    if (writtenNow(number, wizard) !== read.data) return false
    if (sent.is === 'refused') {
      setProblem(sent.sentence)
      toast.error(sent.sentence)
    }
    return sent.is === 'sent'
  }
  return { verify, problem, say: setProblem }
}

/** Whether a time is in the future; renders again once it has passed. */
function useIsAhead(time: number | undefined): boolean {
  const [, draw] = useState(0)
  useEffect(() => {
    if (time === undefined) return
    const wait = setTimeout(() => draw((count) => count + 1), Math.max(0, time - Date.now()) + 10)
    return () => clearTimeout(wait)
  }, [time])
  return time !== undefined && time > Date.now()
}

type Sending = ReturnType<typeof useSending>

type Sent =
  | { is: 'sent' }
  | { is: 'refused'; sentence: string }
  /** One is being sent already, and nothing is known of it yet. */
  | { is: 'busy' }

/** Sends codes for one number, one at a time; it remembers which number that was in this page's life alone. */
function useSending(number: VerifiedNumber, { change, reload }: Wizard) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const last = useRef<{ number: string; shown: string }>(undefined)

  async function send(to: string): Promise<Sent> {
    let sent: Sent = { is: 'busy' }
    await oneAtATime(running, async () => {
      setBusy(true)
      const answer = await number.send(to)
      setBusy(false)
      if (answer.ok) {
        last.current = { number: to, shown: answer.body.shown }
        change({ [number.code]: answer.body })
        sent = { is: 'sent' }
      } else {
        console.error('The code was not sent.', answer.cause)
        sent = { is: 'refused', sentence: sentenceOf(answer) }
        // A code may be on its way all the same: of a number that was sent one a moment ago, or one whose answer was lost.
        void reload()
      }
    })
    return sent
  }

  return {
    send,
    busy,
    last: () => last.current?.number,
    /** Whether a code shown as for one number is for the number in the field. */
    isFor: (shown: string, written: string) =>
      written === shown || (last.current?.shown === shown && last.current.number === written),
  }
}
