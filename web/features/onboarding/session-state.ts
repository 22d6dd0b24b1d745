import { type OnboardingSession, onboardingSession, type OtpState } from '#contract/schemas/identity.ts'
import { useCallback, useEffect, useState } from 'react'
import { api } from '#contract/paths.ts'
import { wizardMessages } from '#messages/registrations.ts'
import { getJson } from '#web/lib/api.ts'
import { useNewest } from '#web/lib/async.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'

/** A code that was sent and not entered yet; times in milliseconds of this browser's clock. */
export interface Code {
  /** The number that it was sent to, as it may be shown: an Aadhaar number is masked. */
  shown: string
  /** Identifies the code to the Aadhaar provider. */
  clientId: string
  resendAt: number
  expiresAt: number
  /** How many tries are left. */
  triesLeft: number
}

/** What the server remembers of this visitor, as far as the page knows. */
export interface SessionState {
  aadhaar: OnboardingSession['aadhaar']
  aadhaarCode: Code | null
  /** The verified phone. */
  phone: string | null
  phoneCode: Code | null
  /** What was typed in step 1 if this browser keeps nothing. */
  typed: OnboardingSession['typed']
  mandate: OnboardingSession['mandate']
  registration: OnboardingSession['registration']
}

export const emptySession: SessionState = {
  aadhaar: null,
  aadhaarCode: null,
  phone: null,
  phoneCode: null,
  typed: {},
  mandate: null,
  registration: null,
}

/** The state of a code if the server says only that it was sent. */
const usual: OtpState = { resendAfter: 30, expiresAfter: 600, triesLeft: 5 }

/** Durations from the server, since its clock and the browser's may differ. */
export function codeFrom(
  { resendAfter, expiresAfter, triesLeft }: OtpState = usual,
  { shown, clientId = '' }: { shown: string; clientId?: string },
): Code {
  const now = Date.now()
  return {
    shown,
    clientId,
    resendAt: now + resendAfter * 1000,
    expiresAt: now + expiresAfter * 1000,
    triesLeft,
  }
}

export function sessionStateFrom(session: OnboardingSession): SessionState {
  const { aadhaar, aadhaarOtp, phone, phoneOtp, typed, mandate, registration } = session
  return {
    aadhaar,
    aadhaarCode:
      aadhaarOtp && codeFrom(aadhaarOtp.otp, { shown: aadhaarOtp.masked, clientId: aadhaarOtp.client_id }),
    phone,
    phoneCode: phoneOtp && codeFrom(phoneOtp.otp, { shown: phoneOtp.phone }),
    typed,
    mandate,
    registration,
  }
}

/** The server's state of the registration: read when the page opens and when the network returns, changed by each call. */
export function useSessionState() {
  const [session, setSessionState] = useState<SessionState>(emptySession)
  const [state, setState] = useState<'asking' | 'known' | 'unknown'>('asking')
  // An answer requested before a change is older than the change.
  const guard = useNewest()

  const change = useCallback((to: Partial<SessionState>) => {
    guard.end()
    setSessionState((now) => ({ ...now, ...to }))
  }, [])

  const reload = useCallback(async (): Promise<SessionState | undefined> => {
    const signal = guard.begin()
    const answer = await getJson({
      url: api.onboardingSession,
      schema: onboardingSession,
      fallback: wizardMessages.sessionUnknown,
    })
    if (!answer.ok) {
      console.error('What is verified so far could not be read.', answer.cause)
      setState((now) => (now === 'known' ? now : 'unknown'))
      return undefined
    }
    setState('known')
    const known = sessionStateFrom(answer.body.data)
    if (!signal.aborted) setSessionState(known)
    return known
  }, [])

  useEffect(() => {
    void reload()
    const again = () => void reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  const isSomebody = session.aadhaar !== null || session.phone !== null
  useEffect(() => (isSomebody ? endWithSession() : undefined), [isSomebody])

  return { session, state, change, reload }
}
