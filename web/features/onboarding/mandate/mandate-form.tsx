import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { toast } from 'react-hot-toast/headless'
import { openingMessages } from '#contract/messages/mandates.ts'
import { guardMessages } from '#contract/messages/registrations.ts'
import { leadTo, swallowSecondClick } from '#web/lib/focus.ts'
import { readDetails, readBankPage } from './use-bank-form.ts'
import { BankFields, useBankName } from './bank-fields.tsx'
import type { Mandate } from './use-mandate.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { BeforeLeaving } from './before-leaving.tsx'

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
  const bank = useBankName(useWatch({ control: form.control, name: 'ifscCode' }))
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
function useSubmit({ form, amount, ...mandate }: Mandate) {
  const [guard, setGuard] = useState(false)
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const details = readDetails(readBankPage(form, event.currentTarget))
    setGuard(!details)
    const terms = mandate.termsOf(details)
    if (details) toast.dismiss('guard')
    if (terms) {
      // Something else, perhaps a link, takes the form's place.
      swallowSecondClick()
      return isHere(event) ? mandate.continueHere(terms) : mandate.press(terms)
    }
    if (details) return amount.ask()
    toast.error(guardMessages.mandate, { id: 'guard' })
    // Marks every field that is wrong, as touched ones are, and leads to the first.
    void form.handleSubmit(() => undefined)()
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
    if (said && document.activeElement === document.body) leadTo(place.current)
  }, [said])
  return (
    <div ref={place} role="alert" tabIndex={-1} className={said ? 'mb-4' : ''}>
      {sentences.map((sentence) => (
        <ErrorLine key={sentence}>{sentence}</ErrorLine>
      ))}
    </div>
  )
}
