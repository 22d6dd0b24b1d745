import * as z from 'zod/mini'
import { kindOfReference, recordDetail } from '#contract/schemas/staff-records.ts'
import { send } from '#web/features/staff/calls.ts'
import { callPath, putRecord } from '#web/features/staff/record-calls.ts'
import type { Failure } from '#web/lib/api.ts'
import { readStored, store } from '#web/lib/tab-storage.ts'

const draft = z.object({
  /** The note's own id: sent twice, it is stored once. */
  id: z.string(),
  text: z.string(),
  /** Whether «Add note» was pressed and the desk has not answered yet. */
  waits: z.boolean(),
  problem: z.optional(z.string()),
  /** How often in a row the desk answered that it cannot. */
  failures: z.optional(z.number()),
})
export type NoteDraft = z.infer<typeof draft>

const drafts = z.record(z.string(), draft)
const AGAIN_MS = 10_000
/** Answers that the desk cannot, after which a note is given back to whoever wrote it. */
const MOST_FAILURES = 3
const changed = new EventTarget()

/** Notes by reference, of one person alone: whoever signs in after them in this tab sees none of it. */
function keyOf(person: string): string {
  return `desk-notes-${person}`
}

/** The same where the browser stores nothing. */
const kept = new Map<string, z.infer<typeof drafts>>()

function readDrafts(person: string): z.infer<typeof drafts> {
  return kept.get(person) ?? readStored(keyOf(person), drafts) ?? {}
}

export function draftOf(person: string, reference: string): NoteDraft {
  return readDrafts(person)[reference] ?? { id: crypto.randomUUID(), text: '', waits: false }
}

/** Keeps what is typed in this tab; an empty note is forgotten. */
export function keepDraft(person: string, reference: string, note: NoteDraft): void {
  const { [reference]: _, ...others } = readDrafts(person)
  const all = note.text ? { ...others, [reference]: note } : others
  kept.set(person, all)
  store(keyOf(person), all)
}

/** Tells when a record's note was sent or refused; answers how to stop. */
export function onDraftChange(reference: string, run: () => void): () => void {
  changed.addEventListener(reference, run)
  return () => changed.removeEventListener(reference, run)
}

let isSending = false

/** Sends every note that waits, once; those that the desk did not answer go on waiting. */
export async function sendWaiting(person: string): Promise<void> {
  if (isSending) return
  isSending = true
  const tried = new Set<string>()
  // Also one that began to wait while another was sent.
  const next = () => Object.entries(readDrafts(person)).find(([, { id, waits }]) => waits && !tried.has(id))
  for (let note = next(); note; note = next()) {
    tried.add(note[1].id)
    await sendNote(person, ...note)
  }
  isSending = false
}

async function sendNote(person: string, reference: string, note: NoteDraft): Promise<void> {
  const path = `${callPath({ kind: kindOfReference(reference) ?? 'enquiries', reference })}/notes`
  const answer = await send({ path, body: { id: note.id, text: note.text }, schema: recordDetail })
  if (answer.ok) {
    putRecord(answer.body)
    keepDraft(person, reference, { ...note, text: '' })
  } else {
    const { failures: before = 0, ...rest } = note
    const failures = before + Number(isFault(answer))
    const isOver = isFinal(answer) || failures >= MOST_FAILURES
    keepDraft(
      person,
      reference,
      isOver ? { ...rest, waits: false, problem: answer.message } : { ...rest, failures },
    )
  }
  changed.dispatchEvent(new Event(reference))
}

function isFinal({ cause: { reason, status = 0 } }: Failure): boolean {
  return reason === 'refused' && status !== 401 && status < 500
}

function isFault({ cause: { reason, status = 0 } }: Failure): boolean {
  return reason === 'refused' && status >= 500
}

/** Sends what waits now, whenever the connection is back, and every ten seconds; answers how to stop. */
export function keepSending(person: string): () => void {
  const run = () => void sendWaiting(person)
  run()
  addEventListener('online', run)
  const again = setInterval(run, AGAIN_MS)
  return () => {
    removeEventListener('online', run)
    clearInterval(again)
  }
}
