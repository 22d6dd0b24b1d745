import { useEffect, useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { executiveForm, otpMessages } from '#messages/identity.ts'
import { isVerified } from '#web/features/onboarding/details.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { later, useOneAtATime } from '#web/lib/async.ts'
import { wordsOf } from '#web/lib/sentences.ts'
import { sentenceOf, type VerifiedNumber } from './verification-calls.ts'

/** The dialog in which a code is entered comes once somebody is at one of the numbers. */
export const otpModal = later(async () => (await import('./otp-modal.tsx')).OtpModal)

export type Verification = ReturnType<typeof useVerification>

/** A number of step 1, from Verify to verified; while its code is out it is locked, so no answer is about another one. */
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
  async function send(): Promise<string | undefined> {
    const answer = await number.send(written)
    if (answer.ok) {
      change({ [number.code]: answer.body })
      return undefined
    }
    console.error('The code was not sent.', answer.cause)
    // A code may be on its way all the same: of a number that was sent one a moment ago, or one whose answer was lost.
    void reload()
    return sentenceOf(answer)
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
    setProblem(refused)
    toast.error(refused)
  }
  async function confirm(otp: string): Promise<string | undefined> {
    if (!code) return otpMessages.expired
    const answer = await number.confirm(code, otp)
    if (answer.ok) {
      change(answer.body.session)
      if (answer.body.message) toast.success(answer.body.message)
    } else {
      console.error('The code was not accepted.', answer.cause)
      // The server knows how many attempts are left; and after an answer that was lost, whether the code was right.
      const known = await reload()
      if (!known || number.verifiedIn(known) !== code.shown) return sentenceOf(answer)
    }
    form.setValue(number.field, code.shown)
    return undefined
  }

  return {
    field: number.field,
    verified,
    code,
    /** A code is on its way that still works. */
    isPending,
    /** No other number can be typed. */
    isLocked: busy || isPending,
    /** Of a number that the page knows as a masked one alone, no new code can be asked for. */
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
