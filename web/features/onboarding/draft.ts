import { type RefObject, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fillEmpty, valuesIn } from '#web/lib/form.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { BANK_KEY } from './mandate/bank-draft.ts'
import { detailFields, type Details, type Filled } from './details.ts'
import type { Photo } from './use-photo.ts'

const KEY = 'registration'
const keptFields = detailFields.filter((field) => field !== 'aadhaar_no')

/** What was typed in this tab before a refresh, and the person's own photo as a data address. */
export function readDraft(): Record<string, string> | undefined {
  return readTexts(KEY)
}

/** The Aadhaar number is never part of it, nor a photo that is too large for the browser. */
export function keepDraft({ aadhaar_no: _, photo = '', ...typed }: Record<string, string>): void {
  if (!storeTexts(KEY, { ...typed, photo })) storeTexts(KEY, typed)
}

export function forgetDraft(): void {
  forget(KEY, BANK_KEY)
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
    fillEmpty(form, keptFields, draft)
    if (draft?.['photo']) photo.restore(draft['photo'])
  }, [])

  function keep() {
    if (!element.current) return
    const open = keptFields.filter((field) => !(field in filled))
    keepDraft({ ...valuesIn(element.current, open), photo: photo.own ?? '' })
  }
  const hadPhoto = useRef(false)
  useEffect(() => {
    // Not at the start, when nothing is new and the photo of before a refresh is still to be restored.
    if (!photo.own && !hadPhoto.current) return
    hadPhoto.current = true
    keep()
  }, [photo.own])
  return keep
}
