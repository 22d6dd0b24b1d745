import { useEffect, useRef } from 'react'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import type { Photo } from './identity/photo-field.tsx'
import { BANK_KEY } from './mandate/bank-form.ts'

const KEY = 'registration'
const PHOTO_KEY = 'registration-photo'

/** Returns what was typed in this tab before a refresh, and the person's own photo as a data address. */
export function readDraft(): Record<string, string> | undefined {
  const [typed, photo] = [readTexts(KEY), readTexts(PHOTO_KEY)]
  return typed || photo ? { ...typed, ...photo } : undefined
}

/** Keeps what is typed, but never the Aadhaar number. If both do not fit, the words are kept. */
export function keepDraft({ aadhaar_no: _, ...typed }: Record<string, string>): void {
  if (storeTexts(KEY, typed)) return
  forget(PHOTO_KEY)
  storeTexts(KEY, typed)
}

/** Stored apart from the words, which change with every key; a photo has hundreds of kilobytes. It may not fit. */
export function keepPhoto(photo: string): void {
  if (!storeTexts(PHOTO_KEY, { photo })) forget(PHOTO_KEY)
}

export function forgetDraft(): void {
  forget(KEY, PHOTO_KEY, BANK_KEY)
}

/** Keeps the person's own photo over a refresh. */
export function usePhotoDraft(photo: Photo): void {
  useEffect(() => {
    const kept = readDraft()?.['photo']
    if (kept) photo.restore(kept)
  }, [])
  const hadPhoto = useRef(false)
  useEffect(() => {
    // Not at the start, when the earlier photo is still to be restored.
    if (!photo.own && !hadPhoto.current) return
    hadPhoto.current = true
    keepPhoto(photo.own ?? '')
  }, [photo.own])
}
