import { bankFields } from '#contract/fields/executive.ts'
import { bankDetails, type BankDetails } from '#contract/schemas/mandates.ts'
import { bankForm } from '#messages/mandates.ts'
import { useFields } from '#web/lib/form.ts'
import { readTexts, storeTexts } from '#web/lib/tab-storage.ts'

/** Where the registration keeps what is typed of the account. */
export const BANK_KEY = 'registration-bank'

const noDetails: BankDetails = { accountName: '', accountNo: '', ifscCode: '' }

export type BankForm = ReturnType<typeof useBankForm>

/**
 * The three bank fields. They keep what is typed while they are hidden, and over a refresh under the key. `recorded`
 * is the account on record; `written` is what was typed on this page before.
 */
export function useBankForm(key: string, recorded = noDetails, written = recorded) {
  const draft = {
    read: () => ({ ...readBankDraft(key, recorded) }),
    keep: (typed: Record<string, string>) => keepBankDraft(key, { ...recorded, ...typed }, recorded),
    over: { ...recorded },
  }
  return useFields({ fields: bankFields, words: { bankForm }, defaultValues: written, draft })
}

/** Returns the details if all three are right; synchronous, since a window can be opened only within the press. */
export function readDetails(values: BankDetails): BankDetails | undefined {
  return bankDetails.safeParse(values).data
}

/** Stores in this tab what was typed and differs from the record; of the number only that it was changed. */
export function keepBankDraft(key: string, typed: BankDetails, recorded = noDetails): void {
  const changed = (field: keyof BankDetails) => (typed[field] === recorded[field] ? '' : typed[field])
  storeTexts(key, {
    accountName: changed('accountName'),
    ifscCode: changed('ifscCode'),
    accountNo: changed('accountNo') && 'changed',
  })
}

/** Returns the account on record with what was typed; a changed number has to be typed again. */
export function readBankDraft(key: string, recorded = noDetails): BankDetails {
  const { accountName, ifscCode, accountNo } = readTexts(key) ?? {}
  return {
    accountName: accountName || recorded.accountName,
    accountNo: accountNo ? '' : recorded.accountNo,
    ifscCode: ifscCode || recorded.ifscCode,
  }
}
