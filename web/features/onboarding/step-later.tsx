import { useEffect, useState, type ComponentType } from 'react'
import { otpMessages } from '#contract/messages/identity.ts'
import { wizardMessages } from '#contract/messages/registrations.ts'
import type { Later } from '#web/lib/later.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Wizard } from './wizard.ts'

type View = ComponentType<{ wizard: Wizard }>

/** A step whose code is fetched only now, unless it is here already. */
export function stepLater(code: Later<View>): View {
  return function StepLater({ wizard }) {
    const [state, setState] = useState<'coming' | 'here' | 'missing'>(code.now() ? 'here' : 'coming')
    async function fetch() {
      setState('coming')
      setState((await code.come()) ? 'here' : 'missing')
    }
    useEffect(() => void (state === 'coming' && fetch()), [])
    const Step = code.now()
    if (Step) return <Step wizard={wizard} />
    if (state === 'missing') return <Missing onRetry={() => void fetch()} />
    return (
      <p role="status" className="flex items-center gap-3 text-quiet">
        <Spinner /> {wizardMessages.stepComing}
      </p>
    )
  }
}

function Missing({ onRetry }: { onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <ErrorLine>{`${wizardMessages.stepMissing} ${otpMessages.offline}`}</ErrorLine>
      <ActionButton onClick={onRetry}>{wizardMessages.tryAgain}</ActionButton>
    </div>
  )
}
