import { useRef, useState } from 'react'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import type { Receipt } from '#contract/schemas/receipts.ts'
import type { FieldError } from '#contract/errors.ts'
import { pageErrorMessages } from '#messages/common.ts'
import type { UploadProgress } from '#web/lib/api.ts'
import { later } from '#web/lib/async.ts'
import type { DocumentField } from '#contract/fields/application.ts'

/** Where an application is, once it was tried: not here yet, or how the last try ended. */
export type Outcome =
  | { is: 'open' }
  | { is: 'sent'; receipt: Receipt }
  /** Without its documents, and the server says why. */
  | { is: 'awaited'; sentence: string; receipt: Receipt }
  | { is: 'duplicate' }
  | { is: 'failed'; sentences: string[] }
  | { is: 'cancelled'; sentence: string }

/** What is written, and the reference of the vacancy that it is for. */
export type Written = CareerApplication & { vacancy: string | undefined }

export interface ChosenDocument {
  field: DocumentField
  file: File
}

/** What sends an application and says how that went: nobody needs it before something is written. */
export const sending = later(() => import('./sending.tsx'))

/** Sends an application with its documents, tells how far it is, and can take it back. */
export function useSending(markFields: (errors: FieldError[]) => void) {
  const [progress, setProgress] = useState<UploadProgress>()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'open' })
  const controller = useRef<AbortController>(null)

  /** Answers whether it is sent. */
  async function send(written: Written, documents: ChosenDocument[]): Promise<boolean> {
    const { signal } = (controller.current = new AbortController())
    setOutcome({ is: 'open' })
    await sending.fetch()
    const code = sending.now()
    if (!code) {
      setOutcome({ is: 'failed', sentences: [pageErrorMessages.sentence, pageErrorMessages.kept] })
      return false
    }
    const tried = await code.sendApplication({ written, documents, signal, onProgress: setProgress })
    setProgress(undefined)
    setOutcome(tried.outcome)
    if (tried.errors) markFields(tried.errors)
    return tried.errors === undefined
  }

  return { send, progress, outcome, cancel: () => controller.current?.abort() }
}
