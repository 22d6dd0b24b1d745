import * as z from 'zod/mini'
import type { WrittenValues } from './written.ts'

const KEY = 'career-application'

const draftSchema = z.object({
  /** What was typed, by field. */
  values: z.object({
    full_name: z.string(),
    email: z.string(),
    phone: z.string(),
    date_of_birth: z.string(),
    address: z.string(),
  }),
  /** The fields in which a file was chosen; the files themselves cannot be kept. */
  documents: z.array(z.string()),
})

interface Draft {
  values: WrittenValues
  documents: string[]
}

/** What was typed in this tab before a refresh, if anything was. */
export function readDraft(): Draft | undefined {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return undefined
  }
}

/** Keeps the draft until the tab is closed; a browser that allows no storage keeps none. */
export function keepDraft(draft: Draft): void {
  try {
    if (draft.documents.length > 0 || Object.values(draft.values).some(Boolean)) {
      sessionStorage.setItem(KEY, JSON.stringify(draft))
    } else sessionStorage.removeItem(KEY)
  } catch {
    // A form without a draft is still a form.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is none where none can be kept.
  }
}
