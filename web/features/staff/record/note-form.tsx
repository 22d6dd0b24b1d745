import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect, useState, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'
import { noteWords } from '#contract/messages/staff-record.ts'
import type { RecordDetail, RecordKind } from '#contract/schemas/staff-records.ts'
import { call } from '#web/features/staff/calls.ts'
import { putRecord } from '#web/features/staff/records.ts'
import { Said } from '#web/features/staff/screen.tsx'
import { isPassing, useSelf, type CallError } from '#web/features/staff/session.ts'
import { forget, readStored, store } from '#web/lib/tab-storage.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'

/** By its id the desk stores a note once, also where it is sent again after an answer that was lost. */
const noteSchema = z.object({ id: z.string(), text: z.string() })
type Note = z.infer<typeof noteSchema>

/** Tries after the first, over a line or a desk that is away. */
const TRIES = 3

/**
 * A note on a record. What is typed stays in the tab, for whoever typed it, until the desk has it; without a line it is sent
 * once there is one again.
 */
export function NoteForm({ kind, reference }: { kind: RecordKind; reference: string }) {
  const key = `desk-note-${useSelf().id}-${reference}`
  const stored = (): Note => readStored(key, noteSchema) ?? { id: crypto.randomUUID(), text: '' }
  const [note, setNote] = useState(stored)
  const add = useMutation<RecordDetail, CallError, Note>({
    mutationKey: [key],
    mutationFn: (body) => call('records.note', { params: { kind, reference }, body }),
    networkMode: 'online',
    retry: (count, error) => count < TRIES && isPassing(error),
    onSuccess: (record) => {
      forget(key)
      setNote(stored)
      putRecord(record)
    },
  })
  // Also while one is on its way that was sent before the record was left and opened again.
  const busy = useIsMutating({ mutationKey: [key] }) > 0
  useEffect(() => {
    if (!busy && add.isIdle) setNote(stored)
  }, [busy])
  function send(event: SyntheticEvent) {
    event.preventDefault()
    if (note.text.trim() && !busy) add.mutate(note)
  }
  const isWaiting = busy && (add.isPaused || add.failureCount > 0)
  const isAdded = add.isSuccess && note.text === ''
  return (
    <form className="grid justify-items-start gap-3" onSubmit={send}>
      <div className="w-full">
        <TextArea
          label={noteWords.label}
          rows={3}
          maxLength={4000}
          error={add.error?.message}
          value={note.text}
          readOnly={busy}
          onChange={({ currentTarget: { value: text } }) => {
            // Of a note that failed the desk may have the words: changed, it is another.
            const changed = { id: add.isError ? crypto.randomUUID() : note.id, text }
            if (add.isError) add.reset()
            setNote(changed)
            store(key, changed)
          }}
        />
      </div>
      <SubmitButton busy={busy}>{noteWords.add}</SubmitButton>
      <Said>{isWaiting ? noteWords.waiting : isAdded ? noteWords.added : ''}</Said>
    </form>
  )
}
