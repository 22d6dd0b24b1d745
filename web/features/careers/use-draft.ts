import { useEffect, useRef, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import { fillEmpty, valuesIn } from '#web/lib/form.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import type { Documents } from './use-documents.ts'

/** The fields that are typed, in the order they stand on the page. */
export const writtenFields = Object.keys(careerApplication.shape) as (keyof CareerApplication)[]

const KEY = 'career-application'

interface DraftParts {
  form: UseFormReturn<CareerApplication>
  element: RefObject<HTMLFormElement | null>
  documents: Documents
}

/** Keeps what is typed over a refresh; `filesLost` while files that were chosen before one have not been chosen again. */
export function useDraft({ form, element, documents }: DraftParts) {
  const [filesLost, setLost] = useState(false)
  const hasFiles = documents.chosen().length > 0
  const hadFiles = useRef(false)

  useEffect(() => {
    const draft = readTexts(KEY)
    setLost(Boolean(draft?.['files']))
    fillEmpty(form, writtenFields, draft)
  }, [])

  function keep(files: boolean) {
    if (!element.current) return
    // The files themselves cannot be kept.
    storeTexts(KEY, { ...valuesIn(element.current, writtenFields), files: files ? 'chosen' : '' })
  }
  useEffect(() => {
    // At the start there are none yet, whatever was chosen before a refresh.
    if (!hasFiles && !hadFiles.current) return
    hadFiles.current = true
    setLost(false)
    keep(hasFiles)
  }, [hasFiles])

  return { keep: () => keep(hasFiles || filesLost), filesLost }
}

export function forgetDraft(): void {
  forget(KEY)
}
