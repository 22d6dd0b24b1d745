import { useEffect, useRef, useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { recordConflict, type RecordChange } from '#contract/schemas/staff-records.ts'
import { changeRecord, putRecord, type NamedRecord } from '#web/features/staff/record-calls.ts'
import { changesBetween } from './conflict.ts'

interface SaveQueueCalls<Choices> {
  send(choice: Partial<Choices>): Promise<void>
  /** Is told what is not saved yet, at every change of it. */
  waits(choices: Partial<Choices>): void
}

interface SaveQueue<Choices> {
  save(choices: Partial<Choices>): Promise<void>
  /** Answers what waits for the call under way, and sends none of it. */
  takeWaiting(): Partial<Choices>
}

/**
 * Sends choices one after the other. While a call is under way the last choice of each field waits for it, and those
 * before it are not sent.
 */
export function createSaveQueue<Choices extends object>({
  send,
  waits,
}: SaveQueueCalls<Choices>): SaveQueue<Choices> {
  let waiting = new Map<string, unknown>()
  let underWay: Partial<Choices> | undefined
  const objectOf = (fields: Map<string, unknown>) => Object.fromEntries(fields) as Partial<Choices>

  async function save(choices: Partial<Choices>): Promise<void> {
    for (const [field, value] of Object.entries(choices)) waiting.set(field, value)
    waits({ ...underWay, ...objectOf(waiting) })
    if (underWay) return
    // One field at a time: a refusal speaks of one.
    for (let [next] = waiting; next; [next] = waiting) {
      waiting.delete(next[0])
      underWay = objectOf(new Map([next]))
      await send(underWay)
      underWay = undefined
      waits(objectOf(waiting))
    }
  }
  return {
    save,
    takeWaiting() {
      const taken = objectOf(waiting)
      waiting = new Map()
      return taken
    },
  }
}

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
  const queue = useRef<SaveQueue<Wanted>>(undefined)

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
    const wanted = { ...choice, ...queue.current?.takeWaiting() }
    setTrouble({ wanted, changes: changesBetween(seen, now) })
  }
  function save(wanted: Wanted): Promise<void> {
    queue.current ??= createSaveQueue<Wanted>({ send, waits: setPending })
    return queue.current.save(wanted)
  }
  return { pending, trouble, said, save, forget: () => setTrouble(undefined) }
}
