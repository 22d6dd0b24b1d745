import { useEffect, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { detailsIn, type DetailField, type Details } from './details.ts'
import { keepDraft, readDraft } from './draft.ts'
import type { Filled } from './use-details.ts'
import type { Photo } from './use-photo.ts'

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
