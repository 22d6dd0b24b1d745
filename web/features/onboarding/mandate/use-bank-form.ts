import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { bankDetails, type BankDetails } from '#contract/schemas/mandates.ts'
import { bankForm, mandateErrors } from '#messages/mandates.ts'
import { readPage, resolved } from '#web/lib/form.ts'

export type BankForm = UseFormReturn<BankDetails>
export const bankFields = ['accountName', 'accountNo', 'ifscCode'] as const

const { otherLetters } = mandateErrors
const resolver: Resolver<BankDetails> = (values) =>
  resolved(bankDetails.safeParse(values), { bankForm, mandateErrors: { otherLetters } })

export const noDetails: BankDetails = { accountName: '', accountNo: '', ifscCode: '' }

/** The three bank fields; it keeps what is typed while they are not shown. */
export function useBankForm(defaultValues: BankDetails = noDetails): BankForm {
  return useForm<BankDetails>({ resolver, defaultValues, mode: 'onTouched' })
}

/** The details if all three are right; at once, since a window is opened only in the press itself. */
export function readDetails(values: BankDetails): BankDetails | undefined {
  const read = bankDetails.safeParse(values)
  return read.success ? read.data : undefined
}

/** Copies what is in the page into the form's state, and answers it. */
export function readBankPage(form: BankForm, element: HTMLFormElement): BankDetails {
  readPage(form, element, bankFields)
  return form.getValues()
}
