import * as z from 'zod/mini'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import { type DetailField, detailFields, type Details, detailsIn, type Filled } from './details.ts'
import { type RefObject, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Photo } from './use-photo.ts'
import type { BankForm } from './mandate/use-bank-form.ts'

const KEY = 'registration'
const BANK_KEY = 'registration-bank'

const draftSchema = z.object({
  values: z.record(z.string(), z.string()),
  /** The person's own photo as a data address. */
  photo: z.optional(z.string()),
})

export interface Draft {
  values: Partial<Details>
  photo?: string | undefined
}

/** What was typed in this tab before a refresh, if anything was; the Aadhaar number is never among it. */
export function readDraft(): Draft | undefined {
  try {
    const { values, photo } = draftSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    const known = detailFields.filter(isKept).map((field) => [field, values[field] ?? ''] as const)
    return { values: Object.fromEntries(known), photo }
  } catch {
    return undefined
  }
}

/** Keeps the draft until the tab is closed; without the photo where that is too much for the browser. */
export function keepDraft({ values, photo }: Draft): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => isKept(field as DetailField)))
  try {
    if (!photo && !Object.values(kept).some(Boolean)) return sessionStorage.removeItem(KEY)
    sessionStorage.setItem(KEY, JSON.stringify({ values: kept, photo }))
  } catch {
    // A form without a draft is still a form.
    if (photo) keepDraft({ values })
  }
}

type BankDraft = Pick<BankDetails, 'accountName' | 'ifscCode'>

const bankDraft = z.object({ accountName: z.string(), ifscCode: z.string() })

/** What was typed of the bank in this tab before a refresh; the account's number is never among it. */
function readBankDraft(): Partial<BankDraft> {
  try {
    return bankDraft.parse(JSON.parse(sessionStorage.getItem(BANK_KEY) ?? ''))
  } catch {
    return {}
  }
}

function keepBankDraft(draft: BankDraft): void {
  try {
    sessionStorage.setItem(BANK_KEY, JSON.stringify(draft))
  } catch {
    // A form without a draft is still a form.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(BANK_KEY)
  } catch {
    // There is none where none can be kept.
  }
}

function isKept(field: DetailField): boolean {
  return field !== 'aadhaar_no'
}

interface DraftParts {
  form: UseFormReturn<Details>
  element: RefObject<HTMLFormElement | null>
  /** What the server knows needs no draft, and shall not outlive what the server remembers. */
  filled: Filled
  photo: Photo
}

/** Keeps what is typed in step 1 over a refresh. */
export function useDraft({ form, element, filled, photo }: DraftParts): () => void {
  useEffect(() => {
    const draft = readDraft()
    if (!draft) return
    for (const [field, value] of Object.entries(draft.values) as [DetailField, string][]) {
      // What stands in the page already is newer: typed before this code ran, or kept by the browser itself.
      if (value && !form.getValues(field)) form.setValue(field, value)
    }
    if (draft.photo) photo.restore(draft.photo)
  }, [])

  function keep() {
    if (!element.current) return
    const typed = Object.entries(detailsIn(element.current)).filter(([field]) => !(field in filled))
    keepDraft({ values: Object.fromEntries(typed), photo: photo.own })
  }
  useEffect(() => {
    // Not at the start, when there is nothing to be kept that was not read from there.
    if (photo.own || readDraft()?.photo) keep()
  }, [photo.own])
  return keep
}

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
