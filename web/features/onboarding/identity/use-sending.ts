import { useRef, useState } from 'react'
import { otpMessages } from '#contract/messages/identity.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import type { Failure } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import type { ProvenNumber } from './numbers.ts'

export type Sending = ReturnType<typeof useSending>

export type Sent =
  | { is: 'sent' }
  | { is: 'refused'; sentence: string }
  /** One is being sent already, and nothing is known of it yet. */
  | { is: 'busy' }

/** Sends codes for one number, one at a time; it remembers which number that was in this page's life alone. */
export function useSending(number: ProvenNumber, { change, reload }: Wizard) {
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
    /** Whether a code that is shown as for one number is for what stands in the field. */
    isFor: (shown: string, written: string) =>
      written === shown || (last.current?.shown === shown && last.current.number === written),
  }
}

/** The server's words; where it did not answer, what to do about it too. */
export function sentenceOf({ message, cause }: Failure): string {
  return cause.reason === 'refused' ? message : `${message}. ${otpMessages.offline}`
}
