import * as z from 'zod/mini'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import { valuesIn } from '#web/lib/form.ts'
import { type DetailField, detailFields, type Details, type Filled } from './details.ts'
import { type RefObject, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Photo } from './use-photo.ts'
import type { BankForm } from './mandate/use-bank-form.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'

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

/** What was typed in this tab before a refresh; the Aadhaar number is never part of it. */
export function readDraft(): Draft | undefined {
  const stored = readStored(KEY, draftSchema)
  if (!stored) return undefined
  const known = detailFields.filter(isKept).map((field) => [field, stored.values[field] ?? ''] as const)
  return { values: Object.fromEntries(known), photo: stored.photo }
}

/** Without the photo where that is too large for the browser. */
export function keepDraft({ values, photo }: Draft): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => isKept(field as DetailField)))
  if (!photo && !Object.values(kept).some(Boolean)) return forget(KEY)
  if (!store(KEY, { values: kept, photo }) && photo) keepDraft({ values })
}

export function forgetDraft(): void {
  forget(KEY, BANK_KEY)
}

function isKept(field: DetailField): boolean {
  return field !== 'aadhaar_no'
}

interface DraftParts {
  form: UseFormReturn<Details>
  element: RefObject<HTMLFormElement | null>
  /** Left out: what the server knows must not outlive the server's memory of it. */
  filled: Filled
  photo: Photo
}

/** Keeps what is typed in step 1 over a refresh. */
export function useDraft({ form, element, filled, photo }: DraftParts): () => void {
  useEffect(() => {
    const draft = readDraft()
    if (!draft) return
    for (const [field, value] of Object.entries(draft.values) as [DetailField, string][]) {
      // What is in the page already is newer: typed before this code ran, or restored by the browser itself.
      if (value && !form.getValues(field)) form.setValue(field, value)
    }
    if (draft.photo) photo.restore(draft.photo)
  }, [])

  function keep() {
    if (!element.current) return
    const typed = Object.entries(valuesIn(element.current, detailFields)).filter(
      ([field]) => !(field in filled),
    )
    keepDraft({ values: Object.fromEntries(typed), photo: photo.own })
  }
  useEffect(() => {
    // Not at the start, when nothing is new.
    if (photo.own || readDraft()?.photo) keep()
  }, [photo.own])
  return keep
}

const bankDraft = z.object({ accountName: z.string(), ifscCode: z.string() })

/** Keeps what is typed in step 2 over a refresh, but for the account's number. */
export function useBankDraft(bank: BankForm): void {
  useEffect(() => {
    for (const [field, value] of Object.entries(readStored(BANK_KEY, bankDraft) ?? {})) {
      const name = field as keyof BankDetails
      if (!bank.getValues(name)) bank.setValue(name, value)
    }
    return bank.subscribe({
      formState: { values: true },
      callback: ({ values: { accountName, ifscCode } }) => store(BANK_KEY, { accountName, ifscCode }),
    })
  }, [])
}
