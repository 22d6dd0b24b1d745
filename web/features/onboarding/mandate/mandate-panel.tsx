import { unfinishedMessages, waitingMessages } from '#messages/mandates.ts'
import { MandateForm, type MandateFormProps } from './mandate-form.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Waiting, isGone } from './machine.ts'
import { leadTo } from '#web/lib/focus.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/button.tsx'

interface MandatePanelProps extends MandateFormProps {
  /** What is being done once the bank has accepted the mandate. */
  finishing: string
}

/** The setting up of a mandate, in its present phase. */
export function MandatePanel({ finishing, ...form }: MandatePanelProps) {
  const { mandate, back } = form
  const { phase } = mandate
  switch (phase.is) {
    case 'waiting':
      return <BankWait phase={phase} giveUp={mandate.giveUp} />
    case 'asking':
      return <Busy key="asking">{waitingMessages.asking}</Busy>
    case 'finishing':
      return <Busy key="finishing">{finishing}</Busy>
    case 'unfinished':
      return <Unfinished sentences={phase.sentences} onRetry={mandate.finishAgain} back={back} />
    default:
      return <MandateForm {...form} />
  }
}

interface PanelProps {
  heading: string
  busy?: boolean
  className?: string
  children?: ReactNode
}

/** Takes the form's place, and the focus with it. */
function Panel({ heading, busy = false, className = '', children }: PanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => leadTo(title.current, 'start'), [])
  return (
    <section
      className={`max-w-form rounded-card border border-line bg-panel p-[min(1.25rem,6vw)] sm:p-6 ${className}`}
    >
      <h3 ref={title} tabIndex={-1} className="flex scroll-mt-24 items-center gap-3 text-subhead">
        {busy && <Spinner />}
        <span>{heading}</span>
      </h3>
      {children}
    </section>
  )
}

interface BankWaitProps {
  phase: Waiting
  giveUp(how: 'closed' | 'cancelled'): void
}

/** Along the lower edge, over the panel that the gateway's script lays over the page, so that the buttons can be reached. */
const OVER_ALL = 'fixed inset-x-0 bottom-0 z-[2147483647] mx-auto max-h-[50vh] overflow-y-auto shadow-lg'

/** While the bank is to answer: what is waited for, and every way on. */
function BankWait({ phase, giveUp }: BankWaitProps) {
  const { view, bank, isHere, isUnreached, isFaulty } = phase
  const isBeside = bank.window === 'open' || bank.window === 'opening'
  return (
    <Panel
      heading={isHere ? waitingMessages.leaving : waitingMessages.heading}
      busy
      className={bank.hasPanel ? OVER_ALL : ''}
    >
      <div role="status" data-window={bank.window} className="mt-3">
        <p>{waitingMessages[wordsFor(phase)]}</p>
        {isBeside && !bank.hasPanel && <p className="mt-2 text-quiet">{waitingMessages.stay}</p>}
        {isFaulty && bank.hasPanel && <ErrorLine>{waitingMessages.faulty}</ErrorLine>}
        {isUnreached && <ErrorLine>{waitingMessages.unreached}</ErrorLine>}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {isBeside && (
          <button type="button" className="button" onClick={() => view?.toFront()}>
            {waitingMessages.toFront}
          </button>
        )}
        {isBeside && (
          <button type="button" className="button button-quiet" onClick={() => giveUp('closed')}>
            {waitingMessages.closed}
          </button>
        )}
        {isGone(bank) && (
          <button type="button" className="button" onClick={() => giveUp('closed')}>
            {waitingMessages.again}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => giveUp('cancelled')}>
          {waitingMessages.cancel}
        </button>
      </div>
    </Panel>
  )
}

function wordsFor({ bank, isHere }: Waiting): 'lead' | 'inPanel' | 'gone' | 'elsewhere' {
  if (bank.window === 'open' || bank.window === 'opening') return 'lead'
  if (bank.window === 'unsure') return 'elsewhere'
  if (bank.window === 'closed') return 'gone'
  return bank.hasPanel || isHere ? 'inPanel' : 'gone'
}

/** Something is running that ends by itself. */
function Busy({ children }: { children: string }) {
  return <Panel heading={children} busy />
}

interface UnfinishedProps {
  sentences: readonly string[]
  onRetry(): void
  /** Another way out, where there is one. */
  back?: ReactNode
}

/** The bank has accepted the mandate, and our own part is still to be done. */
function Unfinished({ sentences, onRetry, back }: UnfinishedProps) {
  return (
    <Panel heading={unfinishedMessages.heading}>
      <p className="mt-3">{unfinishedMessages.lead}</p>
      <div role="alert" className="mt-2">
        {sentences.map((sentence) => (
          <ErrorLine key={sentence}>{sentence}</ErrorLine>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {back}
        <button type="button" className="button" onClick={onRetry}>
          {unfinishedMessages.again}
        </button>
      </div>
    </Panel>
  )
}
