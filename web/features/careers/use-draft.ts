import { useEffect, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { writtenFields, writtenIn } from './written.ts'
import { keepDraft, readDraft } from './draft.ts'
import type { Documents } from './use-documents.ts'

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
