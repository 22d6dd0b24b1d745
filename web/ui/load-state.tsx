import { type ComponentType, useEffect, useState } from 'react'
import { type Later, useOneAtATime } from '#web/lib/async.ts'
import { ActionButton, Spinner } from './button.tsx'
import { ErrorLine } from './field.tsx'

/** Shown while something is loading. */
export function Coming({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-quiet">
      <Spinner /> {children}
    </p>
  )
}

interface FailedProps {
  sentence: string
  /** The words of the button. */
  again: string
  onRetry(): Promise<unknown>
}

/** Shown if loading failed, with a button to try again. */
export function Failed({ sentence, again, onRetry }: FailedProps) {
  const { busy, run } = useOneAtATime()
  const [attempts, setAttempts] = useState(0)
  async function retry() {
    await onRetry()
    setAttempts((count) => count + 1)
  }
  return (
    <div className="grid justify-items-start gap-3">
      {/* A new element after each attempt, since an unchanged sentence is not announced again. */}
      <div key={attempts} role="alert">
        <ErrorLine>{sentence}</ErrorLine>
      </div>
      <ActionButton busy={busy} onClick={() => void run(retry)}>
        {again}
      </ActionButton>
    </div>
  )
}

interface LateWords {
  coming: string
  missing: string
  again: string
  /** Classes of its place until it is loaded. */
  className?: string
}

/** A component whose code is loaded when it is first shown, unless it was loaded before. */
export function lateComponent<Props extends object>(
  code: Later<ComponentType<Props>>,
  { coming, missing, again, className }: LateWords,
): ComponentType<Props> {
  return function Late(props: Props) {
    const [state, setState] = useState<'coming' | 'here' | 'missing'>(code.now() ? 'here' : 'coming')
    async function fetch() {
      setState('coming')
      setState((await code.fetch()) ? 'here' : 'missing')
    }
    useEffect(() => void (state === 'coming' && fetch()), [])
    const Part = code.now()
    if (Part) return <Part {...props} />
    return (
      <div className={className}>
        {state === 'missing' ? (
          <Failed sentence={missing} again={again} onRetry={fetch} />
        ) : (
          <Coming>{coming}</Coming>
        )}
      </div>
    )
  }
}
