import { useEffect } from 'react'

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
