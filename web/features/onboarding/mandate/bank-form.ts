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
 * The three bank fields; they keep what is typed while they are not shown, and over a refresh under the key. `recorded` is
 * the account on record; `written` is what was typed in this page before.
 */
export function useBankForm(key: string, recorded = noDetails, written = recorded) {
  const draft = {
    read: () => ({ ...readBankDraft(key, recorded) }),
    keep: (typed: Record<string, string>) => keepBankDraft(key, { ...recorded, ...typed }, recorded),
    over: { ...recorded },
  }
  return useFields({ fields: bankFields, words: { bankForm }, defaultValues: written, draft })
}

/** The details if all three are right; at once, since a window is opened only in the press itself. */
export function readDetails(values: BankDetails): BankDetails | undefined {
  return bankDetails.safeParse(values).data
}

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
