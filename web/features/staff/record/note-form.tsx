import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { noteWords } from './words.ts'
import type { RecordDetail, RecordKind } from '#contract/schemas/staff-records.ts'
import { call } from '#web/features/staff/calls.ts'
import { Said } from '#web/features/staff/screen.tsx'
import { isPassing, useSelf, type CallError } from '#web/features/staff/session.ts'
import { useDraft } from '#web/lib/form.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form, TextArea } from '#web/ui/field.tsx'

/** The id makes the desk store a note once, even if it is sent again after a lost answer. */
const noteSchema = z.object({ id: z.string(), text: z.string() })
type Note = z.infer<typeof noteSchema>

/** Further attempts if the network or the desk is away. */
const TRIES = 3

/**
 * A note on a record. What is typed stays in the tab, for the person who typed it, until the desk has stored it;
 * without a network it is sent once there is one.
 */
export function NoteForm({ kind, reference }: { kind: RecordKind; reference: string }) {
  const key = `desk-note-${useSelf().id}-${reference}`
  const { draft, keep, readAgain } = useDraft(key, noteSchema)
  const text = draft?.text ?? ''
  const add = useMutation<RecordDetail, CallError, Note>({
    mutationKey: [key],
    mutationFn: (body) => call('records.note', { params: { kind, reference }, body }),
    networkMode: 'online',
    retry: (count, error) => count < TRIES && isPassing(error),
    onSuccess: () => keep(undefined),
  })
  // Includes a note sent before the record was left and opened again.
  const busy = useIsMutating({ mutationKey: [key] }) > 0
  useEffect(() => {
    if (!busy && add.isIdle) readAgain()
  }, [busy])
  const send = () => draft && text.trim() && !busy && add.mutate(draft)
  const isWaiting = busy && (add.isPaused || add.failureCount > 0)
  const isAdded = add.isSuccess && text === ''
  return (
    <Form className="grid justify-items-start gap-3" submit={send}>
      <div className="w-full">
        <TextArea
          label={noteWords.label}
          rows={3}
          maxLength={4000}
          error={add.error?.message}
          value={text}
          readOnly={busy}
          onChange={({ currentTarget: { value } }) => {
            // The desk may have stored a note that failed, so a changed text gets another id.
            keep({ id: draft && !add.isError ? draft.id : crypto.randomUUID(), text: value })
            if (add.isError) add.reset()
          }}
        />
      </div>
      <SubmitButton busy={busy}>{noteWords.add}</SubmitButton>
      <Said>{isWaiting ? noteWords.waiting : isAdded ? noteWords.added : ''}</Said>
    </Form>
  )
}
