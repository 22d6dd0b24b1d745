import { useEffect, useRef, useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { recordConflict, type RecordChange } from '#contract/schemas/staff-records.ts'
import { changeRecord, putRecord, type NamedRecord } from '#web/features/staff/record-calls.ts'
import { changesBetween } from './conflict.ts'
import { createSaveLine, type SaveLine } from './save-line.ts'

export type Wanted = Omit<RecordChange, 'version'>

export interface Clash {
  wanted: Wanted
  /** What the other person changed. */
  changes: string[]
}

/** Saves what is chosen of a record over the version that was seen, and says what became of it. */
export function useSaving(record: NamedRecord) {
  const [pending, setPending] = useState<Wanted>({})
  const [trouble, setTrouble] = useState<string | Clash>()
  const [said, setSaid] = useState('')
  // A second choice made before the first is answered is made over what the first left.
  const latest = useRef(record)
  useEffect(() => {
    latest.current = record
  }, [record])
  const line = useRef<SaveLine<Wanted>>(undefined)

  async function send(choice: Wanted) {
    const seen = latest.current
    setSaid('')
    const answer = await changeRecord(seen, { version: seen.version, ...choice })
    const clash = answer.ok ? undefined : recordConflict.safeParse(answer.details)
    const now = answer.ok ? answer.body : clash?.success ? clash.data.record : undefined
    if (now) {
      latest.current = { ...now, reference: seen.reference }
      putRecord(now)
    }
    setSaid(answer.ok ? recordWords.saved : '')
    if (answer.ok) return setTrouble(undefined)
    if (!now) return setTrouble(answer.message)
    // What was chosen meanwhile was chosen without knowing of the other's change.
    const wanted = { ...choice, ...line.current?.takeWaiting() }
    setTrouble({ wanted, changes: changesBetween(seen, now) })
  }
  function save(wanted: Wanted): Promise<void> {
    line.current ??= createSaveLine<Wanted>({ send, waits: setPending })
    return line.current.save(wanted)
  }
  return { pending, trouble, said, save, forget: () => setTrouble(undefined) }
}
