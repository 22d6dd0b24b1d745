import { type RefObject, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import { valuesIn } from '#web/lib/form.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'

/** The fields that are typed, in the order they stand on the page. */
export const shownFields = ['name', 'email', 'phone', 'enquiry'] as const

const KEY = 'enquiry'
const draftSchema = z.object({ name: z.string(), email: z.string(), phone: z.string(), enquiry: z.string() })

interface DraftParts {
  form: UseFormReturn<SendEnquiryRequest>
  element: RefObject<HTMLFormElement | null>
}

/** Keeps what is typed over a refresh, and for the same page in another language. */
export function useDraft({ form, element }: DraftParts): () => void {
  useEffect(() => {
    const draft = readStored(KEY, draftSchema)
    if (!draft || !element.current) return
    const written = valuesIn(element.current, shownFields)
    for (const field of shownFields) {
      // What stands in the page already is newer: typed before this code ran, or kept by the browser itself.
      if (draft[field] && !written[field]) form.setValue(field, draft[field])
    }
  }, [])
  return () => {
    if (!element.current) return
    const values = valuesIn(element.current, shownFields)
    if (Object.values(values).some(Boolean)) store(KEY, values)
    else forgetDraft()
  }
}

export function forgetDraft(): void {
  forget(KEY)
}
