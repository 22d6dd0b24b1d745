import { useState } from 'react'
import * as z from 'zod/mini'
import { fill } from '#contract/messages/sentences.ts'
import { api } from '#contract/paths.ts'
import { linkOtpResponse } from '#contract/schemas/identity.ts'
import { linkAnswers, linkMessages } from '#messages/links.ts'
import { onboardingFailures } from '#messages/registrations.ts'
import { type Code, codeFrom } from '#web/features/onboarding/session-state.ts'
import { sendForJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { CodeForm, type CodeRefusal } from '#web/ui/code-form.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

interface LinkConfirmProps<Body> {
  /** The record that the link names. */
  id: string
  /** Why the link has to be confirmed. */
  sentence: string
  /** The label of the button that requests the code. */
  sendWords?: string
  /** The calls that send and check the code, and the sentence after sending; those of a record unless given. */
  calls?: { send: string; confirm: string; sent: string }
  /** The schema of the answer to the right code, if it is read. */
  answer?: z.ZodMiniType<Body>
  onConfirmed(body: Body): void
}

const ofRecord = { send: api.linkOtp, confirm: api.verifyLinkOtp, sent: linkAnswers.sent }

/** Shown instead of a record if the server first requires a code that it sends to the phone on record. */
export function LinkConfirm<Body = unknown>(props: LinkConfirmProps<Body>) {
  const { id, sentence, sendWords = linkMessages.send, calls = ofRecord, onConfirmed } = props
  const [code, setCode] = useState<Code>()
  const [refusal, setRefusal] = useState<CodeRefusal>()
  const { busy, run } = useOneAtATime()

  async function send(): Promise<CodeRefusal | undefined> {
    const fallback = onboardingFailures.otp
    const answer = await sendForJson({ url: calls.send, body: { id }, schema: linkOtpResponse, fallback })
    if (!answer.ok) return answer
    setCode(codeFrom(answer.body.otp, { shown: answer.body.data.phone }))
    return undefined
  }
  async function confirm(otp: string): Promise<CodeRefusal | undefined> {
    const body = { id, otp }
    const call = { url: calls.confirm, body, fallback: onboardingFailures.mobileVerify }
    const answer = await sendForJson({
      ...call,
      schema: props.answer ?? (z.unknown() as z.ZodMiniType<Body>),
    })
    if (!answer.ok) return answer
    onConfirmed(answer.body)
    return undefined
  }
  const begin = () => run(async () => setRefusal(await send()))
  return (
    <div className="grid max-w-form grid-cols-1 justify-items-start gap-4">
      <p>{sentence}</p>
      {code ? (
        <div className="w-full max-w-[26rem]">
          <p role="status">
            {calls.sent} {fill(linkMessages.sentTo, { phone: code.shown })}
          </p>
          <CodeForm {...{ code, send, confirm }} submit={linkMessages.confirm} takesFocus />
        </div>
      ) : (
        <>
          <div role="alert">{refusal && <ErrorLine>{refusal.message}</ErrorLine>}</div>
          <button
            type="button"
            className="button"
            aria-disabled={busy || undefined}
            onClick={() => void begin()}
          >
            {sendWords}
          </button>
        </>
      )}
    </div>
  )
}
