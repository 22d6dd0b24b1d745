import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toast } from '#web/ui/toast.ts'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { receipt, type Receipt } from '#contract/schemas/receipts.ts'
import type { FieldError } from '#contract/errors.ts'
import { careerMessages } from '#messages/careers.ts'
import { fileMessages } from '#messages/documents.ts'
import { api } from '#contract/paths.ts'
import { uploadForJson, type Failure, type UploadProgress } from '#web/lib/api.ts'
import { noticeShown } from '#web/lib/page.ts'
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

/** Where there was no room for the documents the answer says so; with any other the application is sent. */
const sentAnswer = z.catch(
  z.object({ ...receipt, message: z.optional(z.string()), documents: z.optional(z.literal('awaited')) }),
  {},
)

/** What is written, and the reference of the vacancy that it is for. */
type Written = CareerApplication & { vacancy: string | undefined }

interface ChosenDocument {
  field: DocumentField
  file: File
}

/** How a server says it (specification section 8). */
const duplicate = /already registered|already exists/i

/** Sends an application with its documents, tells how far it is, and can take it back. */
export function useSending(markFields: (errors: FieldError[]) => void) {
  const [progress, setProgress] = useState<UploadProgress>()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'open' })
  const controller = useRef<AbortController>(null)

  /** Answers whether it is sent. */
  async function send(written: Written, documents: ChosenDocument[]): Promise<boolean> {
    const { signal } = (controller.current = new AbortController())
    let last = { sent: 0, total: sizeOf(documents) }
    const onProgress = (now: UploadProgress) => setProgress((last = now))
    onProgress(last)
    setOutcome({ is: 'open' })
    toast.dismiss()
    const form = formData(written, documents)
    const answer = await uploadForJson({
      schema: sentAnswer,
      url: api.careerApplication,
      form,
      fallback: careerMessages.failed,
      signal,
      onProgress,
    })
    setProgress(undefined)
    if (answer.ok) {
      setOutcome(sentAs(answer.body))
    } else {
      if (answer.cause.reason === 'unreachable') answer.errors = await unreadableAmong(documents)
      setOutcome(outcomeOf(answer, last))
      markFields(answer.errors)
    }
    return answer.ok
  }

  return { send, progress, outcome, cancel: () => controller.current?.abort() }
}

function sentAs({ documents, message, ...receipt }: z.infer<typeof sentAnswer>): Outcome {
  if (documents === undefined || message === undefined) return { is: 'sent', receipt }
  return { is: 'awaited', sentence: message, receipt }
}

/** What a try that did not succeed comes to; it is said in a toast too, unless the visitor ended it. */
function outcomeOf({ message, cause, errors }: Failure, { sent, total }: UploadProgress): Outcome {
  if (cause.reason === 'cancelled') {
    const sentence = sent < total ? careerMessages.cancelled : careerMessages.cancelledLate
    return { is: 'cancelled', sentence }
  }
  console.error('The application was not sent.', cause)
  if (cause.code === 'already_there' || duplicate.test(message)) {
    toast.error(careerMessages.duplicateField)
    return { is: 'duplicate' }
  }
  toast.error(message)
  const isAnswered = message !== careerMessages.failed || cause.code !== undefined || errors.length > 0
  return { is: 'failed', sentences: isAnswered ? [message] : [message, careerMessages.unanswered] }
}

/** Files that are not on the device any more as they were chosen: a browser says of them only that nothing was sent. */
async function unreadableAmong(documents: ChosenDocument[]): Promise<FieldError[]> {
  const looks = documents.map(({ file }) => file.slice(0, 1).arrayBuffer())
  const read = await Promise.allSettled(looks)
  return documents.flatMap(({ field }, place) =>
    read[place]?.status === 'rejected' ? [{ field, message: fileMessages.damaged }] : [],
  )
}

function formData(written: Written, documents: ChosenDocument[]): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(written)) if (value !== undefined) form.append(field, value)
  const notice = noticeShown()
  if (notice) form.append('notice', notice)
  // The link that the owner of an address was mailed, to replace an application that came in their name.
  const replace = /^#replace=([\w-]{32})$/.exec(location.hash)?.[1]
  if (replace) form.append('replace', replace)
  for (const { field, file } of documents) form.append(field, file, file.name)
  return form
}

function sizeOf(documents: ChosenDocument[]): number {
  return documents.reduce((sum, { file }) => sum + file.size, 0)
}
