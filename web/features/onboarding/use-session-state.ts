import { useCallback, useEffect, useRef, useState } from 'react'
import { onboardingSession } from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import { getJson } from '#web/lib/api.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { sessionStateFrom, noSessionState, type Facts } from './session-state.ts'

/** The server's side of the registration: read when the page opens and when the line is back, changed by each call. */
export function useSessionState() {
  const [facts, setSessionState] = useState<Facts>(noSessionState)
  const [state, setState] = useState<'asking' | 'known' | 'unknown'>('asking')
  // An answer that set out before something was changed is older than what it would replace.
  const changes = useRef(0)

  const change = useCallback((to: Partial<Facts>) => {
    changes.current += 1
    setSessionState((now) => ({ ...now, ...to }))
  }, [])

  const reload = useCallback(async (): Promise<Facts | undefined> => {
    const before = changes.current
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
    if (before === changes.current) setSessionState(known)
    return known
  }, [])

  useEffect(() => {
    void reload()
    const again = () => void reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  const isSomebody = facts.aadhaar !== null || facts.phone !== null
  useEffect(() => (isSomebody ? endWithSession() : undefined), [isSomebody])

  return { facts, state, change, reload }
}
