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
  const cameFrom = useRef<HTMLElement | false>(false)
  const confirmed = useRef(false)
  const [state, setState] = useState<'closed' | 'open' | 'busy' | 'failed'>('closed')

  useEffect(
    () =>
      onStepUp(() => {
        const { activeElement, body } = document
        cameFrom.current = activeElement instanceof HTMLElement && activeElement !== body && activeElement
        confirmed.current = false
        setState('open')
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  // A button that waits is disabled and cannot take the focus: once the dialog has let go of it, the call goes on, and
  // the button takes it back.
  function goOn() {
    for (const resolve of waiting.current.splice(0)) resolve(confirmed.current)
  }
  async function ask(event: SyntheticEvent) {
    event.preventDefault()
    setState('busy')
    const { ok } = await confirm()
    confirmed.current = ok
    // Left meanwhile, it stays closed.
    setState((now) => (ok || now === 'closed' ? 'closed' : 'failed'))
  }
  return (
    <Modal
      open={state !== 'closed'}
      onClose={() => setState('closed')}
      onClosed={goOn}
      title={stepUpWords.title}
      description={stepUpWords.text}
      initialFocus={form}
      finalFocus={() => cameFrom.current}
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
