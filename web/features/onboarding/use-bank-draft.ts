import { useEffect } from 'react'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import type { BankForm } from './mandate/use-bank-form.ts'
import { keepBankDraft, readBankDraft } from './draft.ts'

/** Keeps what is typed in step 2 over a refresh, but for the account's number. */
export function useBankDraft(bank: BankForm): void {
  useEffect(() => {
    for (const [field, value] of Object.entries(readBankDraft())) {
      const name = field as keyof BankDetails
      if (!bank.getValues(name)) bank.setValue(name, value)
    }
    return bank.subscribe({
      formState: { values: true },
      callback: ({ values: { accountName, ifscCode } }) => keepBankDraft({ accountName, ifscCode }),
    })
  }, [])
}
