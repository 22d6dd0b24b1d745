import { useEffect, useRef, type ReactNode } from 'react'
import { unfinishedWords, waitingWords } from '#contract/mandate-words.ts'
import type { Phase } from '#web/lib/mandate/phase.ts'
import { leadTo } from '#web/lib/lead-to.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface PanelProps {
  heading: string
  busy?: boolean
  children: ReactNode
}

/** Takes the form's place, and the focus with it. */
function Panel({ heading, busy = false, children }: PanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => leadTo(title.current, 'start'), [])
  return (
    <section className="max-w-form rounded-card border border-line bg-panel p-[min(1.25rem,6vw)] sm:p-6">
      <h3 ref={title} tabIndex={-1} className="flex scroll-mt-24 items-center gap-3 text-subhead">
        {busy && <Spinner />}
        <span>{heading}</span>
      </h3>
      {children}
    </section>
  )
}

interface BankWaitProps {
  phase: Extract<Phase, { is: 'waiting' }>
  giveUp(how: 'closed' | 'cancelled'): void
}

/** While the bank has the word: what is waited for, and every way on. */
export function BankWait({ phase: { window, isGone, isUnreached }, giveUp }: BankWaitProps) {
  return (
    <Panel heading={waitingWords.heading} busy>
      <div role="status" className="mt-3">
        <p>{isGone ? waitingWords.gone : window ? waitingWords.lead : waitingWords.elsewhere}</p>
        {!isGone && <p className="mt-2 text-quiet">{waitingWords.stay}</p>}
        {isUnreached && <ErrorLine>{waitingWords.unreached}</ErrorLine>}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {window && !isGone && (
          <button type="button" className="button" onClick={() => window.toFront()}>
            {waitingWords.toFront}
          </button>
        )}
        {window && !isGone && (
          <button type="button" className="button button-quiet" onClick={() => giveUp('closed')}>
            {waitingWords.closed}
          </button>
        )}
        {(!window || isGone) && (
          <button type="button" className="button" onClick={() => giveUp('closed')}>
            {waitingWords.again}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => giveUp('cancelled')}>
          {waitingWords.cancel}
        </button>
      </div>
    </Panel>
  )
}

/** Something is under way that ends by itself. */
export function Underway({ children, onCancel }: { children: string; onCancel?: (() => void) | undefined }) {
  return (
    <Panel heading={children} busy>
      {onCancel && (
        <button type="button" className="button button-quiet mt-6" onClick={onCancel}>
          {waitingWords.cancel}
        </button>
      )}
    </Panel>
  )
}

interface UnfinishedProps {
  sentences: readonly string[]
  onRetry(): void
  /** Another way out, where there is one. */
  back?: ReactNode
}

/** The bank has taken the mandate up, and our own part is still to be done. */
export function Unfinished({ sentences, onRetry, back }: UnfinishedProps) {
  return (
    <Panel heading={unfinishedWords.heading}>
      <p className="mt-3">{unfinishedWords.lead}</p>
      <div role="alert" className="mt-2">
        {sentences.map((sentence) => (
          <ErrorLine key={sentence}>{sentence}</ErrorLine>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {back}
        <button type="button" className="button" onClick={onRetry}>
          {unfinishedWords.again}
        </button>
      </div>
    </Panel>
  )
}
