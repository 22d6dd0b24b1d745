import { useEffect } from 'react'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import { readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { bankFields, type BankForm, noDetails } from './use-bank-form.ts'

/** Where the registration keeps it. */
export const BANK_KEY = 'registration-bank'

/**
 * Keeps what was typed of an account in this tab, in so far as it is another than the one on record, which is for the server
 * alone to keep. Of the number nothing is kept but that it was changed.
 */
export function keepBankDraft(key: string, typed: BankDetails, recorded = noDetails): void {
  const changed = (field: keyof BankDetails) => (typed[field] === recorded[field] ? '' : typed[field])
  storeTexts(key, {
    accountName: changed('accountName'),
    ifscCode: changed('ifscCode'),
    accountNo: changed('accountNo') && 'changed',
  })
}

/** The account as it was typed, on top of the one on record; a number that was changed has to be typed again. */
export function readBankDraft(key: string, recorded = noDetails): BankDetails {
  const { accountName, ifscCode, accountNo } = readTexts(key) ?? {}
  return {
    accountName: accountName || recorded.accountName,
    accountNo: accountNo ? '' : recorded.accountNo,
    ifscCode: ifscCode || recorded.ifscCode,
  }
}

/** Keeps what is typed over a refresh; `recorded` is what the form began with. */
export function useBankDraft(bank: BankForm, key: string, recorded?: BankDetails): void {
  useEffect(() => {
    const draft = readBankDraft(key, recorded)
    for (const field of bankFields) {
      const isUntouched = bank.getValues(field) === (recorded ?? noDetails)[field]
      if (isUntouched) bank.setValue(field, draft[field])
    }
    return bank.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepBankDraft(key, values, recorded),
    })
  }, [])
}
