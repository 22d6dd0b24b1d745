import { useEffect, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { writtenFields, writtenIn, type WrittenValues } from './written.ts'
import type { Documents } from './use-documents.ts'
import * as z from 'zod/mini'

interface DraftParts {
  form: UseFormReturn<CareerApplication>
  element: RefObject<HTMLFormElement | null>
  documents: Documents
}

/** Keeps what is typed over a refresh; `filesLost` while files that were chosen before one have not been chosen again. */
export function useDraft({ form, element, documents }: DraftParts) {
  // The documents that were chosen before a refresh.
  const [lost, setLost] = useState<string[]>([])
  const chosen = documents.chosen().map(({ field }) => field)
  const hasFiles = chosen.length > 0

  useEffect(() => {
    const draft = readDraft()
    if (!draft || !element.current) return
    setLost(draft.documents)
    const written = writtenIn(element.current)
    for (const field of writtenFields) {
      const value = draft.values[field]
      // What stands in the page already is newer: typed before this code ran, or kept by the browser itself.
      if (value && !written[field]) form.setValue(field, value)
    }
  }, [])

  function keep() {
    if (element.current)
      keepDraft({ values: writtenIn(element.current), documents: hasFiles ? chosen : lost })
  }
  useEffect(() => {
    if (hasFiles) keep()
  }, [hasFiles])

  return { keep, filesLost: lost.length > 0 && !hasFiles }
}

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
function readDraft(): Draft | undefined {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return undefined
  }
}

/** Keeps the draft until the tab is closed; a browser that allows no storage keeps none. */
function keepDraft(draft: Draft): void {
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
