import { useEffect, useState, type SyntheticEvent } from 'react'
import { noteWords } from '#contract/messages/staff-record.ts'
import { Said } from '#web/features/staff/screen.tsx'
import { useSelf } from '#web/features/staff/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { draftOf, keepDraft, onDraftChange, sendWaiting, type NoteDraft } from './note-outbox.ts'

/** A note on a record. What is typed stays in the tab until the desk has it. */
export function NoteForm({ reference }: { reference: string }) {
  const { id: person } = useSelf()
  const [note, setNote] = useState(() => draftOf(person, reference))
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      onDraftChange(reference, () => {
        const now = draftOf(person, reference)
        setSaid(now.waits ? noteWords.waiting : now.text ? '' : noteWords.added)
        setNote(now)
      }),
    [person, reference],
  )
  function keep(changed: NoteDraft) {
    setNote(changed)
    keepDraft(person, reference, changed)
  }
  function send(event: SyntheticEvent) {
    event.preventDefault()
    if (!note.text.trim() || note.waits) return
    setSaid('')
    const { problem: _, ...rest } = note
    keep({ ...rest, waits: true })
    void sendWaiting(person)
  }
  return (
    <form className="grid justify-items-start gap-3" onSubmit={send}>
      <div className="w-full">
        <TextArea
          label={noteWords.label}
          rows={3}
          maxLength={4000}
          error={note.problem}
          value={note.text}
          readOnly={note.waits}
          onChange={({ currentTarget: { value: text } }) => {
            // Of a note that failed the desk may have the words: changed, it is another.
            const { problem, ...rest } = note
            keep(problem === undefined ? { ...note, text } : { ...rest, id: crypto.randomUUID(), text })
          }}
        />
      </div>
      <SubmitButton busy={note.waits}>{noteWords.add}</SubmitButton>
      <Said>{said}</Said>
    </form>
  )
}
