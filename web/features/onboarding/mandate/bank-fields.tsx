import type { ChangeEvent } from 'react'
import { bankMessages } from '#contract/messages/mandates.ts'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import { afterPress } from '#web/lib/after-press.ts'
import type { BankForm } from './use-bank-form.ts'
import { TextField } from '#web/ui/field.tsx'

interface BankFieldsProps {
  form: BankForm
  /** The bank that the IFSC code belongs to, once it is known. */
  bank: string | undefined
}

/** The account that a mandate is for. */
export function BankFields({ form, bank }: BankFieldsProps) {
  // In the order of the page: the first that is wrong is the one the focus goes to.
  const name = fieldOf(form, 'accountName')
  const number = fieldOf(form, 'accountNo')
  const ifsc = fieldOf(form, 'ifscCode')
  function inCapitals(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event
    const { selectionStart } = target
    const capitals = target.value.toUpperCase()
    if (capitals !== target.value) {
      target.value = capitals
      target.setSelectionRange(selectionStart, selectionStart)
    }
    return ifsc.onChange(event)
  }
  return (
    <>
      <TextField
        label={bankMessages.accountName}
        hint={bankMessages.accountNameHint}
        autoComplete="name"
        {...name}
      />
      <TextField
        label={bankMessages.accountNo}
        hint={bankMessages.accountNoHint}
        inputMode="numeric"
        autoComplete="off"
        {...number}
      />
      <div>
        <TextField
          label={bankMessages.ifscCode}
          hint={bankMessages.ifscCodeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...ifsc}
          onChange={inCapitals}
        />
        <p aria-live="polite" data-bank className="mt-2 min-h-7 font-medium">
          {bank}
        </p>
      </div>
    </>
  )
}

function fieldOf(form: BankForm, field: keyof BankDetails) {
  const { onBlur, ...registered } = form.register(field)
  return {
    ...registered,
    onBlur: (event: { target: unknown; type?: unknown }) => afterPress(() => void onBlur(event)),
    error: form.formState.errors[field]?.message,
    'aria-required': true,
  }
}
