import { useEffect, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import { valuesIn } from '#web/lib/form.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'
import type { Documents } from './use-documents.ts'

/** The fields that are typed, in the order they stand on the page. */
export const writtenFields = Object.keys(careerApplication.shape) as (keyof CareerApplication)[]

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
    const draft = readStored(KEY, draftSchema)
    if (!draft || !element.current) return
    setLost(draft.documents)
    const written = valuesIn(element.current, writtenFields)
    for (const field of writtenFields) {
      const value = draft.values[field]
      // What stands in the page already is newer: typed before this code ran, or kept by the browser itself.
      if (value && !written[field]) form.setValue(field, value)
    }
  }, [])

  function keep() {
    if (!element.current) return
    const values = valuesIn(element.current, writtenFields)
    const names = hasFiles ? chosen : lost
    if (names.length > 0 || Object.values(values).some(Boolean)) store(KEY, { values, documents: names })
    else forget(KEY)
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

export function forgetDraft(): void {
  forget(KEY)
}
