import * as z from 'zod/mini'
import type { BankDetails } from '#contract/schemas/mandates.ts'
import { detailFields, type DetailField, type Details } from './details.ts'

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
export function readBankDraft(): Partial<BankDraft> {
  try {
    return bankDraft.parse(JSON.parse(sessionStorage.getItem(BANK_KEY) ?? ''))
  } catch {
    return {}
  }
}

export function keepBankDraft(draft: BankDraft): void {
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
