import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { deskWords, stepUpWords } from '#contract/messages/staff.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { confirmWithPasskey } from './access/ceremonies.ts'
import { Problem } from './screen.tsx'
import { onStepUp } from './session.ts'

/** Asks for the passkey where a call wants one used within the last ten minutes; the call then goes on. */
export function StepUpDialog() {
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
    const { ok } = await confirmWithPasskey()
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
        <Problem>{state === 'failed' && stepUpWords.failed}</Problem>
        <div className="mt-5 flex flex-wrap gap-3">
          <SubmitButton busy={state === 'busy'}>{stepUpWords.button}</SubmitButton>
          <ModalClose>{deskWords.cancel}</ModalClose>
        </div>
      </form>
    </Modal>
  )
}
