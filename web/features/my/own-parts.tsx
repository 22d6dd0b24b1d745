import { type ReactNode, useRef, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { api, ownCalls, ownDocument } from '#contract/paths.ts'
import { ownActions, ownPage } from '#messages/my.ts'
import { recordId } from '#web/features/onboarding/links/open-record.ts'
import { type Answer, postJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { toast } from '#web/ui/toast.ts'

export function ownCall(call: keyof typeof ownCalls): string {
  return api.own + recordId() + ownCalls[call]
}

export function postOwn(call: keyof typeof ownCalls, body: object = {}): Promise<Answer> {
  return postJson({ url: ownCall(call), body, fallback: ownPage.failed })
}

/**
 * Changes the page's record, one change at a time. A toast reports it, unless the page does, and the record is read
 * again. `refusal` is why the last change was refused.
 */
export function useChange(load: () => Promise<void>) {
  const [refusal, setRefusal] = useState<string>()
  const { busy, run } = useOneAtATime()
  const change = (make: () => Promise<Answer>, done?: string) =>
    run(async () => {
      setRefusal(undefined)
      const answer = await make()
      if (answer.ok) {
        if (done !== undefined) toast.success(done)
        await load()
        // A visitor whose session has ended is asked for a code again.
      } else if (answer.cause.code === 'unverified') await load()
      else setRefusal(answer.message)
      return answer
    })
  return { busy, refusal, change }
}

/** A link that opens a document of the page as a file. */
export function OpenDocument({ id, name }: { id: string; name: string }) {
  return (
    <a
      href={api.own + recordId() + ownDocument + id}
      download
      aria-label={fill(ownActions.openOf, { document: name })}
      className="link inline-block py-1 font-semibold"
    >
      {ownActions.open}
    </a>
  )
}

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

interface AskingProps {
  words: {
    press: string
    /** The button's name for screen readers, if several have the same words. */
    label?: string
    hint?: string
    sure: string
    yes: string
  }
  /** Reported once it is done. */
  done: string
  ask(): Promise<Answer>
  load(): Promise<void>
}

/** Asks for confirmation first, with two buttons that cannot be confused. */
export function Asking({ words: { press, label, hint, sure, yes }, done, ask, load }: AskingProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const confirm = useRef<HTMLDivElement>(null)
  const { busy, refusal, change } = useChange(load)
  async function act() {
    await change(ask, done)
    setOpen(false)
  }
  return (
    <div ref={place}>
      <ActionButton aria-label={label} onClick={() => setOpen(true)}>
        {press}
      </ActionButton>
      {hint !== undefined && <p className="mt-2 text-small text-quiet">{hint}</p>}
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={label ?? press}
        description={sure}
        initialFocus={confirm}
        finalFocus={() => place.current?.querySelector('button') ?? null}
      >
        <div ref={confirm} tabIndex={-1} className="sure-buttons mt-5 grid gap-3 min-[24rem]:grid-cols-2">
          <ModalClose>{ownActions.keep}</ModalClose>
          <ActionButton busy={busy} onClick={() => void act()}>
            {yes}
          </ActionButton>
        </div>
      </Modal>
    </div>
  )
}
