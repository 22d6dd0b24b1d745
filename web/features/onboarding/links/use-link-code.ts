import { useRef, useState } from 'react'
import { OTP_DIGITS } from '#contract/fields.ts'
import { linkOtpResponse } from '#contract/schemas/links.ts'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import { onboardingFieldMessages } from '#contract/messages/common.ts'
import { api } from '#contract/paths.ts'
import { postForJson, postJson } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'

interface SentCode {
  /** Masked. */
  phone: string
  /** Milliseconds. */
  resendAt: number
}

/** A code to the phone on record, by which a link that was opened in another browser is confirmed. */
export function useLinkCode(id: string, onConfirmed: () => void) {
  const [code, setCode] = useState<SentCode>()
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function ask() {
    const fallback = onboardingFailures.otp
    const answer = await postForJson({ url: api.linkOtp, body: { id }, schema: linkOtpResponse, fallback })
    setError(answer.ok ? undefined : answer.message)
    if (!answer.ok) return
    const { data, otp } = answer.body
    setCode({ phone: data.phone, resendAt: Date.now() + otp.resendAfter * 1000 })
    setValue('')
  }
  async function check() {
    const body = { id, otp: value }
    const answer = await postJson({ url: api.verifyLinkOtp, body, fallback: onboardingFailures.mobileVerify })
    if (answer.ok) return onConfirmed()
    setError(answer.message)
    setValue('')
  }
  function once(act: () => Promise<void>) {
    void oneAtATime(running, async () => {
      setBusy(true)
      await act()
      setBusy(false)
    })
  }
  function confirm() {
    if (value.length === OTP_DIGITS) once(check)
    else setError(onboardingFieldMessages.otp.required)
  }
  return { code, value, setValue, error, busy, send: () => once(ask), confirm }
}
