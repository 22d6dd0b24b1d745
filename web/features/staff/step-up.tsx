import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { deskWords, stepUpWords } from '#contract/messages/staff.ts'
import type { Answer } from '#web/lib/api.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { onStepUp } from './session.ts'

interface StepUpProps {
  /** The ceremony: asks the browser for the passkey and the server whether it is the right one. */
  confirm(): Promise<Answer>
}

/** Asks for the passkey where a call wants one used within the last ten minutes; the call then goes on. */
export function StepUpDialog({ confirm }: StepUpProps) {
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  const form = useRef<HTMLFormElement>(null)
  const cameFrom = useRef<Element>(null)
  const [state, setState] = useState<'closed' | 'open' | 'busy' | 'failed'>('closed')

  useEffect(
    () =>
      onStepUp(() => {
        cameFrom.current = document.activeElement
        setState('open')
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  function end(confirmed: boolean) {
    setState('closed')
    for (const resolve of waiting.current.splice(0)) resolve(confirmed)
  }
  async function ask(event: SyntheticEvent) {
    event.preventDefault()
    setState('busy')
    const { ok } = await confirm()
    if (ok) end(true)
    else setState('failed')
  }
  return (
    <Modal
      open={state !== 'closed'}
      onClose={() => end(false)}
      title={stepUpWords.title}
      description={stepUpWords.text}
      initialFocus={form}
      finalFocus={() => (cameFrom.current instanceof HTMLElement ? cameFrom.current : null)}
    >
      <form ref={form} tabIndex={-1} onSubmit={(event) => void ask(event)}>
        <div role="alert">{state === 'failed' && <ErrorLine>{stepUpWords.failed}</ErrorLine>}</div>
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton busy={state === 'busy'}>{stepUpWords.button}</SubmitButton>
          <ModalClose>{deskWords.cancel}</ModalClose>
        </div>
      </form>
    </Modal>
  )
}
