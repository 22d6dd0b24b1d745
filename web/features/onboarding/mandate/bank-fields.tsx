import { type ChangeEvent, useEffect, useState } from 'react'
import { bankMessages } from '#contract/messages/mandates.ts'
import { type BankDetails, bankNameResponse } from '#contract/schemas/mandates.ts'
import { afterPress } from '#web/lib/focus.ts'
import type { BankForm } from './use-bank-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { ifscCode, plainDigits } from '#contract/fields.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'

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

/** The name of the bank that an IFSC code belongs to; nothing while it is not known, which is no error. */
export function useBankName(written: string): string | undefined {
  const [found, setFound] = useState<{ code: string; bank: string }>()
  const read = ifscCode.safeParse(plainDigits(written).toUpperCase())
  const code = read.success ? read.data : undefined
  useEffect(() => {
    if (!code) return
    let isWanted = true
    void getJson({ url: api.bankName + code, schema: bankNameResponse, fallback: '' }).then((answer) => {
      if (isWanted && answer.ok) setFound({ code, bank: answer.body.data.bank })
    })
    return () => {
      isWanted = false
    }
  }, [code])
  return found && found.code === code ? found.bank || undefined : undefined
}
