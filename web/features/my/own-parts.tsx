import { type ReactNode, useState } from 'react'
import { api, ownCalls } from '#contract/paths.ts'
import { ownPage } from '#messages/my.ts'
import { recordId } from '#web/features/onboarding/links/open-record.ts'
import { type Answer, postJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { toast } from '#web/ui/toast.ts'

/** The address of a call about the record of this page. */
export function ownCall(call: keyof typeof ownCalls): string {
  return api.own + recordId() + ownCalls[call]
}

/** Makes a call about the record of this page. */
export function postOwn(call: keyof typeof ownCalls, body: object = {}): Promise<Answer> {
  return postJson({ url: ownCall(call), body, fallback: ownPage.failed })
}

/**
 * A change of the page's record: one at a time, then a toast says that it is done and the record is read again. `refusal` is
 * why the last one was refused.
 */
export function useChange(load: () => Promise<void>) {
  const [refusal, setRefusal] = useState<string>()
  const { busy, run } = useOneAtATime()
  const change = (make: () => Promise<Answer>, done: string) =>
    run(async () => {
      setRefusal(undefined)
      const answer = await make()
      if (answer.ok) {
        toast.success(done)
        await load()
        // Whoever is no longer known is asked for a code again.
      } else if (answer.cause.code === 'unverified') await load()
      else setRefusal(answer.message)
      return answer
    })
  return { busy, refusal, change }
}

/** A part of the page under its heading. */
export function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-subhead">
        {heading}
      </h2>
      {children}
    </section>
  )
}
