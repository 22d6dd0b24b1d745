import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { toast } from '#web/ui/toast.ts'
import { openingMessages, amountMessages, beforeLeaving } from '#messages/mandates.ts'
import { guardMessages } from '#messages/registrations.ts'
import { leadTo, swallowSecondClick } from '#web/lib/focus.ts'
import { type BankForm, readDetails } from './bank-form.ts'
import type { Mandate, MaxAmount } from './use-mandate.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextField } from '#web/ui/field.tsx'
import { bankNameResponse, maskAccount, type BankDetails } from '#contract/schemas/mandates.ts'
import { bankFields } from '#contract/fields/executive.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'
import { useNewest } from '#web/lib/async.ts'
import { debitPeriod } from '#contract/dates.ts'
import { inRupees, inWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { language } from '#web/lib/language.ts'
import { agencyName } from '#web/lib/page-data.ts'
import { Failed } from '#web/ui/load-state.tsx'

export interface MandateFormProps {
  mandate: Mandate
  /** The button's label. */
  submit: string
  /** Another way out, beside the button. */
  back?: ReactNode
}

/** The account, the mandate in plain words, and the press that opens the bank's window. */
export function MandateForm(props: MandateFormProps) {
  const { mandate, back } = props
  const { form, amount, phase, isReady, details } = mandate
  const bank = useBankName(useWatch({ control: form.form.control, name: 'ifscCode' }))
  const { onSubmit, guard } = useSubmit(mandate)
  const isLate = phase.is === 'ready' || phase.is === 'blocked'
  return (
    // POST, so that nothing typed could ever reach an address, whatever happens to the scripts.
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      data-ready={isReady || undefined}
      className="grid max-w-form grid-cols-1 gap-8"
    >
      <BankFields form={form} bank={bank} />
      <BeforeLeaving details={details} bank={bank} amount={amount} submit={props.submit} />
      <div>
        <Problem sentences={phase.is === 'form' ? (phase.problem ?? []) : []} />
        <div role="status">
          {isLate && (
            <p className="mb-4 font-medium">
              {phase.is === 'blocked' ? openingMessages.blocked : openingMessages.late}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {back}
          <SubmitButton busy={phase.is === 'preparing'}>
            {isLate ? openingMessages.open : props.submit}
          </SubmitButton>
          <button
            type="submit"
            value={HERE}
            className="button button-quiet"
            disabled={phase.is === 'preparing'}
          >
            {openingMessages.sameTab}
          </button>
        </div>
        <div role="alert" className="mt-4">
          {guard && !details && <ErrorLine>{guardMessages.mandate}</ErrorLine>}
        </div>
      </div>
    </form>
  )
}

/** Checks and opens at once: a browser allows a window in the press itself alone. */
function useSubmit({ form, ...mandate }: Mandate) {
  const [guard, setGuard] = useState(false)
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    form.read(event.currentTarget)
    const details = readDetails(form.form.getValues())
    setGuard(!details)
    if (details) {
      toast.dismiss('guard')
      // Something else, perhaps a link, takes the form's place.
      swallowSecondClick()
      return mandate.press(details, isHere(event) || undefined)
    }
    toast.error(guardMessages.mandate, { id: 'guard' })
    // Marks every field that is wrong, and leads to the first.
    void form.check()
  }
  return { onSubmit, guard }
}

/** The value of the button that goes on in this tab. */
const HERE = 'here'

function isHere({ nativeEvent }: SyntheticEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.value === HERE
}

/** How the last attempt ended. It takes the focus, since what had it is gone. */
function Problem({ sentences }: { sentences: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  const said = sentences.join(' ')
  useEffect(() => {
    if (said && document.activeElement?.matches('body, [tabindex="-1"]')) leadTo(place.current)
  }, [said])
  return (
    <div ref={place} role="alert" tabIndex={-1} className={said ? 'mb-4' : ''}>
      {sentences.map((sentence) => (
        <ErrorLine key={sentence}>{sentence}</ErrorLine>
      ))}
    </div>
  )
}

interface BankFieldsProps {
  form: BankForm
  /** The bank that the IFSC code belongs to, once it is known; its name is English everywhere. */
  bank: string | undefined
}

/** The account that a mandate is for. */
function BankFields({ form, bank }: BankFieldsProps) {
  return (
    <>
      <TextField {...form.field('accountName')} />
      <TextField {...form.field('accountNo')} />
      {/* Sent in capitals however it is written: letters changed under the keys would hold up a phone's keyboard. */}
      <div className="[&_input]:uppercase">
        <TextField autoCapitalize="characters" spellCheck={false} {...form.field('ifscCode')} />
        <p aria-live="polite" data-bank lang="en" className="mt-2 min-h-7 font-medium">
          {bank}
        </p>
      </div>
    </>
  )
}

/** The name of the bank that an IFSC code belongs to; nothing while it is not known, which is no error. */
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

interface BeforeLeavingProps {
  /** Once all three fields are right. */
  details: BankDetails | undefined
  bank: string | undefined
  amount: MaxAmount
  /** The label of the button that opens the bank. */
  submit: string
}

/** The mandate in plain words: what the person is about to agree to at the bank. */
function BeforeLeaving({ details, bank, amount, submit }: BeforeLeavingProps) {
  const id = useId()
  const [payee, setPayee] = useState('')
  useEffect(() => setPayee(agencyName()), [])
  const { start, end } = debitPeriod()
  const maximum = amount.amount ? eachUpTo(amount.amount) : <NoAmount amount={amount} />
  const rows: TermRow[] = [
    [beforeLeaving.payee, payee],
    ...(details ? [[beforeLeaving.account, accountOf(details, bank)] satisfies TermRow] : []),
    [beforeLeaving.maximum, maximum],
    [beforeLeaving.when, beforeLeaving.asAndWhen],
    [beforeLeaving.from, inWords(start, language)],
    [beforeLeaving.until, inWords(end, language)],
    [beforeLeaving.today, beforeLeaving.test],
    [beforeLeaving.cancel, beforeLeaving.howToCancel],
  ]
  return (
    <section
      aria-labelledby={id}
      className="rounded-card border border-line bg-panel p-[min(1.25rem,6vw)] sm:p-6"
    >
      <h3 id={id} className="text-subhead">
        {beforeLeaving.heading}
      </h3>
      <p className="mt-2 text-quiet">{beforeLeaving.lead}</p>
      <TermRows rows={rows} />
      <p className="mt-3">
        <strong>{submit}</strong> {beforeLeaving.next}
      </p>
    </section>
  )
}

type TermRow = readonly [name: string, value: ReactNode]

/** Terms of a mandate, each with its name. */
export function TermRows({ rows }: { rows: readonly TermRow[] }) {
  return (
    <dl className="mt-4">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-5 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-quiet">{name}</dt>
          <dd className="font-medium tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The most that one debit may take. */
export function eachUpTo(amount: string): string {
  return fill(beforeLeaving.each, { amount: inRupees(amount, language) })
}

function accountOf({ accountNo, ifscCode }: BankDetails, bank: string | undefined): string {
  return `${maskAccount(accountNo)}, ${bank ?? ifscCode}`
}

function NoAmount({ amount: { problem, ask } }: { amount: MaxAmount }) {
  if (!problem) return <span className="text-quiet">{amountMessages.asking}</span>
  return <Failed sentence={problem} again={amountMessages.tryAgain} onRetry={ask} />
}
