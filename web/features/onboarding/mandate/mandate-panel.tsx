import { unfinishedMessages, waitingMessages, openingMessages } from '#messages/mandates.ts'
import { type ReactNode, useEffect, useRef, type SyntheticEvent, useState } from 'react'
import { type Waiting, isGone } from './machine.ts'
import { leadTo, swallowSecondClick } from '#web/lib/focus.ts'
import { ErrorLine, TextField } from '#web/ui/field.tsx'
import { Spinner, SubmitButton } from '#web/ui/button.tsx'
import { useWatch } from 'react-hook-form'
import { toast } from '#web/ui/toast.ts'
import { guardMessages } from '#messages/registrations.ts'
import { type BankForm, readDetails } from './bank-form.ts'
import { BeforeLeaving } from './terms.tsx'
import type { Mandate } from './use-mandate.ts'
import { bankNameResponse } from '#contract/schemas/mandates.ts'
import { bankFields } from '#contract/fields/executive.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'
import { useNewest } from '#web/lib/async.ts'

interface MandatePanelProps extends MandateFormProps {
  /** What is being done after the bank has accepted the mandate. */
  finishing: string
}

/** Shows a mandate in its current phase. */
export function MandatePanel({ finishing, ...form }: MandatePanelProps) {
  const { mandate, back } = form
  const { phase } = mandate
  switch (phase.kind) {
    case 'waiting':
      return <BankWait phase={phase} giveUp={mandate.giveUp} reload={mandate.reload} />
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

/** Replaces the form and takes its focus. While it waits it fills the screen, so that the footer does not move up. */
function Panel({ heading, busy = false, className = '', children }: PanelProps) {
  const place = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }, [])
  return (
    <div ref={place} className={`scroll-mt-28 ${busy ? 'min-h-svh' : ''}`}>
      <section
        className={`max-w-form rounded-card border border-line bg-panel p-[min(1.25rem,6vw)] sm:p-6 ${className}`}
      >
        <h3 ref={title} tabIndex={-1} className="flex items-center gap-3 text-subhead">
          {busy && <Spinner />}
          <span>{heading}</span>
        </h3>
        {children}
      </section>
    </div>
  )
}

interface BankWaitProps {
  phase: Waiting
  giveUp(how: 'closed' | 'cancelled'): void
  reload(): void
}

/** At the lower edge, above the gateway's panel, so that the buttons can be reached. */
const OVER_ALL = 'fixed inset-x-0 bottom-0 z-[2147483647] mx-auto max-h-[50vh] overflow-y-auto shadow-lg'

/** Shown while the bank's answer is awaited: what is awaited, and every way on. */
function BankWait({ phase, giveUp, reload }: BankWaitProps) {
  const { view, bank, isHere, isUnreached, isUndecided, isLate } = phase
  const isMissing = isLate && (bank.window === 'opening' || (bank.window === 'none' && view !== undefined))
  // An unknown answer may be an acceptance, and a window that may be open is to be used.
  const again = isUndecided && bank.window !== 'unsure' ? 'button' : 'button button-quiet'
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
        {isUnreached && <ErrorLine>{waitingMessages.unreached}</ErrorLine>}
        {isMissing && <p className="mt-2 font-medium">{waitingMessages.late}</p>}
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
          <button type="button" className={again} onClick={() => giveUp('closed')}>
            {waitingMessages.again}
          </button>
        )}
        {isMissing && (
          <button type="button" className="button button-quiet" onClick={reload}>
            {waitingMessages.reload}
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

/** Something is in progress and ends by itself. */
function Busy({ children }: { children: string }) {
  return <Panel heading={children} busy />
}

interface UnfinishedProps {
  sentences: readonly string[]
  onRetry(): void
  /** Another way out, if there is one. */
  back?: ReactNode
}

/** The bank has accepted the mandate, and our own part is not done yet. */
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

interface MandateFormProps {
  mandate: Mandate
  /** The button's label. */
  submit: string
  /** Another way out, beside the button. */
  back?: ReactNode
  /** A way to come back to it, after all buttons. */
  later?: ReactNode
}

/** The account, the mandate in plain words, and the button that opens the bank's window. */
function MandateForm(props: MandateFormProps) {
  const { mandate, back, later } = props
  const { form, amount, phase, details } = mandate
  const bank = useBankName(useWatch({ control: form.form.control, name: 'ifscCode' }))
  const { onSubmit, guard } = useSubmit(mandate)
  const isBlocked = phase.kind === 'form' && phase.isBlocked
  return (
    // POST, so that nothing typed ever becomes part of an address, even if a script fails.
    <form
      ref={form.element}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={form.keepDraft}
      className="grid max-w-form grid-cols-1 gap-8"
    >
      <BankFields form={form} bank={bank} />
      <BeforeLeaving details={details} bank={bank} amount={amount} submit={props.submit} />
      <div>
        <Problem {...(phase.kind === 'form' && phase)} />
        <div role="status">{isBlocked && <p className="mb-4 font-medium">{openingMessages.blocked}</p>}</div>
        <div className="flex flex-wrap gap-3">
          {back}
          <SubmitButton busy={phase.kind === 'preparing'}>
            {isBlocked ? openingMessages.open : props.submit}
          </SubmitButton>
        </div>
        <div role="alert" className="mt-4">
          {guard && !details && <ErrorLine>{guardMessages.mandate}</ErrorLine>}
        </div>
        <div className="mt-4 grid grid-cols-1 gap-5 border-t border-line pt-5">
          <OtherWay words={openingMessages.whyHere}>
            <button
              type="submit"
              value={HERE}
              className="button button-quiet"
              disabled={phase.kind === 'preparing'}
            >
              {openingMessages.sameTab}
            </button>
          </OtherWay>
          {later}
        </div>
      </div>
    </form>
  )
}

/** An alternative to the usual way, and whom it is for. */
export function OtherWay({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <p className="text-small text-quiet">{words}</p>
      {children}
    </div>
  )
}

/** Checks and opens synchronously, since a browser allows a window only within the press. */
function useSubmit({ form, ...mandate }: Mandate) {
  const [guard, setGuard] = useState(false)
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    form.read(event.currentTarget)
    const details = readDetails(form.form.getValues())
    setGuard(!details)
    if (details) {
      toast.dismiss('guard')
      // Something else, perhaps a link, replaces the form.
      swallowSecondClick()
      return mandate.press(details, isHere(event) || undefined)
    }
    toast.error(guardMessages.mandate, { id: 'guard', isSaidBeside: true })
    // Marks every wrong field, and focuses the first.
    void form.check()
  }
  return { onSubmit, guard }
}

/** The value of the button that continues in this tab. */
const HERE = 'here'

function isHere({ nativeEvent }: SyntheticEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.value === HERE
}

interface ProblemProps {
  problem?: readonly string[]
  hint?: string | undefined
}

/** How the last attempt ended, and what to do. It takes the focus, since the element that had it is gone. */
function Problem({ problem = [], hint }: ProblemProps) {
  const place = useRef<HTMLDivElement>(null)
  const said = problem.join(' ')
  useEffect(() => {
    if (said && document.activeElement?.matches('body, [tabindex="-1"]')) leadTo(place.current)
  }, [said])
  return (
    <div ref={place} role="alert" tabIndex={-1} className={said ? 'mb-4' : ''}>
      {problem.map((sentence) => (
        <ErrorLine key={sentence}>{sentence}</ErrorLine>
      ))}
      {hint && <p className="mt-2">{hint}</p>}
    </div>
  )
}

interface BankFieldsProps {
  form: BankForm
  /** The bank of the IFSC code, once it is known; its name is English in all languages. */
  bank: string | undefined
}

function BankFields({ form, bank }: BankFieldsProps) {
  return (
    <>
      <TextField {...form.field('accountName')} />
      <TextField {...form.field('accountNo')} />
      {/* Capitals are shown by CSS and sent later, since changing letters while typing disturbs a phone's keyboard. */}
      <div className="[&_input]:uppercase">
        <TextField autoCapitalize="characters" spellCheck={false} {...form.field('ifscCode')} />
        <p aria-live="polite" data-bank lang="en" className="mt-2 min-h-7 font-medium">
          {bank}
        </p>
      </div>
    </>
  )
}

/** Returns the bank of an IFSC code; undefined while it is unknown, which is no error. */
function useBankName(written: string): string | undefined {
  const [found, setFound] = useState<{ code: string; bank: string }>()
  const read = bankFields.ifscCode.schema.safeParse(written)
  const code = read.success ? read.data : undefined
  const guard = useNewest()
  useEffect(() => {
    const signal = guard.begin()
    if (!code) return
    void getJson({ url: api.bankName + code, schema: bankNameResponse, fallback: '' }).then((answer) => {
      if (!signal.aborted && answer.ok) setFound({ code, bank: answer.body.data.bank })
    })
  }, [code])
  return found && found.code === code ? found.bank || undefined : undefined
}
