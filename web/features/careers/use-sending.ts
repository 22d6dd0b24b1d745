import { useRef, useState } from 'react'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import type { Receipt } from '#contract/schemas/receipts.ts'
import type { FieldError } from '#contract/errors.ts'
import { pageErrorMessages } from '#messages/common.ts'
import type { UploadProgress } from '#web/lib/api.ts'
import { later } from '#web/lib/async.ts'
import type { DocumentField } from '#contract/fields/application.ts'

/** The state of an application: not sent yet, or the outcome of the last attempt. */
export type Outcome =
  | { is: 'open' }
  | { is: 'sent'; receipt: Receipt }
  /** Sent without its documents, with the server's reason. */
  | { is: 'awaited'; sentence: string; receipt: Receipt }
  | { is: 'duplicate' }
  | { is: 'failed'; sentences: string[] }
  | { is: 'cancelled'; sentence: string }

/** What is written, and the reference of its vacancy. */
export type Written = CareerApplication & { vacancy: string | undefined }

export interface ChosenDocument {
  field: DocumentField
  file: File
}

/** The code that sends an application and reports the result, loaded once something is written. */
export const sending = later(() => import('./sending.tsx'))

/** Sends an application with its documents, reports the progress, and can cancel it. */
export function useSending(markFields: (errors: FieldError[]) => void) {
  const [progress, setProgress] = useState<UploadProgress>()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'open' })
  const controller = useRef<AbortController>(null)

  /** Returns whether it is sent. */
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
