import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import type { FieldError } from '#contract/errors.ts'
import { api, pages } from '#contract/paths.ts'
import { receipt, type Receipt } from '#contract/schemas/receipts.ts'
import { careerMessages } from '#messages/career-answers.ts'
import { applicationForm } from '#messages/careers.ts'
import { fileMessages } from '#messages/documents.ts'
import { uploadForJson, type Failure, type UploadProgress } from '#web/lib/api.ts'
import { here, noticeShown } from '#web/lib/page.ts'
import { ReceiptLines, useLeftReceipt } from '#web/ui/receipt.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Banner } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ChosenDocument, Outcome, Written } from './use-sending.ts'

export { postJson } from '#web/lib/api.ts'
export { UploadBar } from '#web/ui/upload-bar.tsx'

/** If there was no room for the documents the answer says so; any other answer means that all was sent. */
const sentAnswer = z.catch(
  z.object({ ...receipt, message: z.optional(z.string()), documents: z.optional(z.string()) }),
  {},
)

/** The words by which a server reports a duplicate (specification section 8). */
const duplicate = /already registered|already exists/i

interface Sending {
  written: Written
  documents: ChosenDocument[]
  signal: AbortSignal
  onProgress(now: UploadProgress): void
}

/** Sends an application; returns the outcome, with the errors of its fields if it was not sent. */
export async function sendApplication({
  written,
  documents,
  signal,
  onProgress,
}: Sending): Promise<{ outcome: Outcome; errors?: FieldError[] }> {
  let last = { sent: 0, total: sizeOf(documents) }
  const follow = (now: UploadProgress) => onProgress((last = now))
  follow(last)
  toast.dismiss()
  const answer = await uploadForJson({
    schema: sentAnswer,
    url: api.careerApplication,
    form: formData(written, documents),
    fallback: careerMessages.failed,
    signal,
    onProgress: follow,
  })
  if (answer.ok) return { outcome: sentAs(answer.body) }
  if (answer.cause.reason === 'unreachable') answer.errors = await unreadableAmong(documents)
  return { outcome: outcomeOf(answer, last), errors: answer.errors }
}

function sentAs({ documents, message, ...receipt }: z.infer<typeof sentAnswer>): Outcome {
  if (documents !== 'awaited' || message === undefined) return { is: 'sent', receipt }
  return { is: 'awaited', sentence: message, receipt }
}

/** Returns the outcome of a failed attempt; a toast reports it too, unless the visitor cancelled. */
function outcomeOf({ message, cause, errors }: Failure, { sent, total }: UploadProgress): Outcome {
  if (cause.reason === 'cancelled') {
    const sentence = sent < total ? careerMessages.cancelled : careerMessages.cancelledLate
    return { is: 'cancelled', sentence }
  }
  console.error('The application was not sent.', cause)
  if (cause.code === 'already_there' || duplicate.test(message)) {
    toast.error(careerMessages.duplicateField, { isSaidBeside: true })
    return { is: 'duplicate' }
  }
  toast.error(message, { isSaidBeside: true })
  const isAnswered = message !== careerMessages.failed || cause.code !== undefined || errors.length > 0
  return { is: 'failed', sentences: isAnswered ? [message] : [message, careerMessages.unanswered] }
}

function formData(written: Written, documents: ChosenDocument[]): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(written)) if (value !== undefined) form.append(field, value)
  const notice = noticeShown()
  if (notice) form.append('notice', notice)
  // The token of a mailed link with which the owner of an address replaces another person's application.
  const replace = /^#replace=([\w-]{32})$/.exec(location.hash)?.[1]
  if (replace) form.append('replace', replace)
  for (const { field, file } of documents) form.append(field, file, file.name)
  return form
}

/** Files that changed or are gone from the device; a browser reports only that nothing was sent. */
async function unreadableAmong(documents: ChosenDocument[]): Promise<FieldError[]> {
  const looks = documents.map(({ file }) => file.slice(0, 1).arrayBuffer())
  const read = await Promise.allSettled(looks)
  return documents.flatMap(({ field }, place) =>
    read[place]?.status === 'rejected' ? [{ field, message: fileMessages.damaged }] : [],
  )
}

function sizeOf(documents: ChosenDocument[]): number {
  return documents.reduce((sum, { file }) => sum + file.size, 0)
}

export function DuplicateBanner() {
  return (
    <Banner tone="warning">
      <p className="font-medium">{careerMessages.duplicateBanner}</p>
    </Banner>
  )
}

export function DuplicateLine() {
  return <ErrorLine>{careerMessages.duplicateField}</ErrorLine>
}

/** Takes the focus of the pressed button, which is gone. */
export function Cancelled({ children }: { children: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} tabIndex={-1} className="mt-4 font-medium">
      {children}
    </p>
  )
}

/** Milliseconds until the visitor is taken home (specification section 9). */
const STAY_MS = 3000

/** Replaces the form once it is sent; if its documents are awaited, the server's sentence about that stays. */
export function Applied({ awaited, receipt }: { awaited: string | undefined; receipt: Receipt }) {
  useLeftReceipt(receipt)
  useWayHome(awaited === undefined)
  return (
    <Banner tone={awaited === undefined ? 'success' : 'warning'}>
      <p className="font-semibold">{awaited ?? careerMessages.sent}</p>
      <ReceiptLines {...receipt} />
      {awaited === undefined && <p className="mt-2">{careerMessages.leaving}</p>}
      <a href={here(pages.home)} className="link mt-2 inline-block py-2 font-semibold">
        {applicationForm.home}
      </a>
    </Banner>
  )
}

function useWayHome(leaves: boolean) {
  useEffect(() => {
    if (!leaves) return
    // Replaces the form in the history, so that Back does not lead to a completed form.
    const leave = setTimeout(() => location.replace(here(pages.home)), STAY_MS)
    const stay = () => clearTimeout(leave)
    // A visitor who left and comes back to the page stays there.
    addEventListener('pagehide', stay)
    return () => {
      stay()
      removeEventListener('pagehide', stay)
    }
  }, [leaves])
}
