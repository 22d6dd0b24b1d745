import { useEffect, useState } from 'react'
import { otpMessages, resendIn } from '#contract/messages/identity.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import type { Proof } from './use-verification.ts'
import { useSecondsUntil } from '#web/lib/use-seconds.ts'

interface ResendProps {
  proof: Proof
  onSent(): void
}

/** The wait for a new code, for the eye second by second; the ear is told once, when it is over. */
export function Resend({ proof, onSent }: ResendProps) {
  const wait = useSecondsUntil(proof.code?.resendAt)
  const left = useSecondsUntil(proof.code?.expiresAt)
  const { resend, refusal, said } = useResend(proof, onSent)
  const isExpired = proof.code !== null && left === 0
  return (
    <div className="text-small">
      {isExpired && <p className="font-medium">{otpMessages.expired}</p>}
      {!proof.canResend && <p className="text-quiet">{otpMessages.retype}</p>}
      {proof.canResend && wait > 0 && <p className="py-3 tabular-nums text-quiet">{resendIn(wait)}</p>}
      {proof.canResend && wait === 0 && (
        <button
          type="button"
          className="link min-h-12 cursor-pointer font-semibold"
          aria-disabled={proof.busy || undefined}
          onClick={resend}
        >
          {otpMessages.resend}
        </button>
      )}
      <p aria-live="polite" className={said ? 'font-medium' : 'sr-only'}>
        {said ?? (proof.canResend && wait === 0 ? otpMessages.canResend : '')}
      </p>
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
    </div>
  )
}

function useResend(proof: Proof, onSent: () => void) {
  const [refusal, setRefusal] = useState<string>()
  const [said, setSaid] = useState<string>()
  // Said of one code; of the next it would be stale.
  useEffect(() => {
    if (!said) return
    const wait = setTimeout(setSaid, 6000, undefined)
    return () => clearTimeout(wait)
  }, [said])

  async function resend() {
    if (proof.busy) return
    setRefusal(undefined)
    const sent = await proof.resend()
    if (sent.is === 'refused') setRefusal(sent.sentence)
    if (sent.is !== 'sent') return
    setSaid(otpMessages.resent)
    onSent()
  }
  return { resend: () => void resend(), refusal, said }
}
