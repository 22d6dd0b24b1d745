import { useEffect, useRef } from 'react'
import { fillEmpty, valuesIn } from '#web/lib/form.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { BANK_KEY } from './mandate/bank-form.ts'
import { detailFields, type DetailsForm, type Filled } from './details.ts'
import type { Photo } from '#web/features/onboarding/identity/photo-field.tsx'

const KEY = 'registration'
const PHOTO_KEY = 'registration-photo'
const keptFields = detailFields.filter((field) => field !== 'aadhaar_no')

/** What was typed in this tab before a refresh, and the person's own photo as a data address. */
export function readDraft(): Record<string, string> | undefined {
  const [typed, photo] = [readTexts(KEY), readTexts(PHOTO_KEY)]
  return typed || photo ? { ...typed, ...photo } : undefined
}

/** The Aadhaar number is never part of it. Where both have no room, the words stay. */
export function keepDraft({ aadhaar_no: _, ...typed }: Record<string, string>): void {
  if (storeTexts(KEY, typed)) return
  forget(PHOTO_KEY)
  storeTexts(KEY, typed)
}

/** Apart from the words, which change with every key: a photo has hundreds of kilobytes. One without room is left out. */
export function keepPhoto(photo: string): void {
  if (!storeTexts(PHOTO_KEY, { photo })) forget(PHOTO_KEY)
}

export function forgetDraft(): void {
  forget(KEY, PHOTO_KEY, BANK_KEY)
}

interface DraftParts {
  details: DetailsForm
  /** Left out: what the server knows must not outlive the server's memory of it. */
  filled: Filled
  photo: Photo
}

/** Keeps what is typed in step 1 over a refresh. */
export function useDraft({ details: { form, element }, filled, photo }: DraftParts): () => void {
  useEffect(() => {
    const draft = readDraft()
    fillEmpty(form, keptFields, draft)
    if (draft?.['photo']) photo.restore(draft['photo'])
  }, [])

  function keep() {
    if (!element.current) return
    const open = keptFields.filter((field) => !(field in filled))
    keepDraft(valuesIn(element.current, open))
  }
  const hadPhoto = useRef(false)
  useEffect(() => {
    // Not at the start, when nothing is new and the photo of before a refresh is still to be restored.
    if (!photo.own && !hadPhoto.current) return
    hadPhoto.current = true
    keepPhoto(photo.own ?? '')
  }, [photo.own])
  return keep
}
