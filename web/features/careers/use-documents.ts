import { createRef, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldError } from '#contract/errors.ts'
import { fill } from '#contract/messages/sentences.ts'
import { applicationForm, documentNames } from '#messages/careers.ts'
import { fileFieldMessages } from '#messages/forms.ts'
import { later } from '#web/lib/async.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { documentFieldNames, type DocumentField, missingDocuments } from '#contract/fields/application.ts'
import type { DocumentState } from './check-document.ts'

type States = Record<DocumentField, DocumentState>

export type Documents = ReturnType<typeof useDocuments>

export const documentsCode = later(() => import('./look.ts'))

/** The chosen documents, and what is wrong with them. */
export function useDocuments() {
  const { states, latest, change } = useStates()
  const [inputs] = useState(() => forEachField(() => createRef<HTMLInputElement>()))
  const { choose, photograph, clear, said, say, settled } = useChoices(latest, change)

  function remove(field: DocumentField) {
    say(fill(fileFieldMessages.removed, { name: latest.current[field].file?.name ?? '' }))
    clear(field)
  }

  /** Sets the error of each field and clears the others; returns the first field with an error. */
  function mark(errors: FieldError[]): DocumentField | undefined {
    for (const field of documentFieldNames) {
      const error = errors.find((one) => one.field === field)?.message
      change(field, { ...latest.current[field], error })
    }
    return documentFieldNames.find((field) => latest.current[field].error)
  }

  return {
    states,
    inputs,
    said,
    choose,
    photograph,
    remove,
    clear,
    mark,
    settled,
    /** Returns what would be sent now, in the form's order. */
    chosen: () => chosenIn(latest.current),
    faults: () => faultsIn(latest.current),
    focus: (field: DocumentField) => inputs[field].current?.focus(),
  }
}

/** Where this tab records that files were chosen, since files are lost in a refresh. */
const KEY = 'career-files'

/** `isLost` while files that were chosen before a refresh have not been chosen again. */
export function useLost({ states }: Documents) {
  const hasFiles = chosenIn(states).length > 0
  const [isLost, setLost] = useState(false)
  const hadFiles = useRef(false)
  useEffect(() => setLost(readTexts(KEY)?.['files'] !== undefined), [])
  useEffect(() => {
    // At the start there are none yet, whatever was chosen before a refresh.
    if (!hasFiles && !hadFiles.current) return
    hadFiles.current = true
    setLost(false)
    storeTexts(KEY, { files: hasFiles ? 'chosen' : '' })
  }, [hasFiles])
  return { isLost, forgetLost: () => forget(KEY) }
}

type Change = (field: DocumentField, to: DocumentState) => void

function useStates() {
  const [states, setStates] = useState<States>(() => forEachField(() => ({})))
  // For events between two renderings.
  const latest = useRef(states)
  const change: Change = (field, to) => {
    latest.current = { ...latest.current, [field]: to }
    setStates(latest.current)
  }
  return { states, latest, change }
}

/** The choices of a field that wait for their check, the last of them, and whether the field was cleared since. */
interface Queue {
  left: number
  last: Promise<void>
  isEnded: boolean
}

function useChoices(latest: RefObject<States>, change: Change) {
  const [said, say] = useState('')
  const queues = useRef(new Map<DocumentField, Queue>())

  /** Checks one choice after the other, so that the newest counts and no page is lost. */
  function look(field: DocumentField, files: File[], arePages: boolean) {
    const [file] = files
    if (!file) return
    const queue = queues.current.get(field) ?? { left: 0, last: Promise.resolve(), isEnded: false }
    queues.current.set(field, queue)
    queue.left += 1
    const now = () => latest.current[field]
    const begun = () => change(field, { ...now(), remaking: !queue.isEnded })
    change(field, { ...now(), error: undefined })
    if (arePages) begun()
    queue.last = queue.last.then(async () => {
      await documentsCode.fetch()
      const made = await documentsCode.now()?.look({ field, files, arePages, now, begun })
      queue.left -= 1
      if (queue.isEnded) return
      // If the code for the check could not be loaded, only the server checks.
      const state = made?.state ?? (arePages ? { ...now(), error: fileFieldMessages.pageFailed } : { file })
      change(field, { ...state, remaking: queue.left > 0 && now().remaking === true })
      if (made) say(made.told)
    })
  }

  function clear(field: DocumentField) {
    const queue = queues.current.get(field)
    if (queue) queue.isEnded = true
    queues.current.delete(field)
    change(field, {})
  }

  return {
    choose: (field: DocumentField, files: File[]) => look(field, files, false),
    /** Adds pictures to the pages of the field's PDF. */
    photograph: (field: DocumentField, pictures: File[]) => look(field, pictures, true),
    clear,
    said,
    say,
    /** Resolves once no check is in progress. */
    settled: () => Promise.all([...queues.current.values()].map(({ last }) => last)),
  }
}

function forEachField<Value>(make: () => Value): Record<DocumentField, Value> {
  return { resume: make(), edu_certificate: make(), aadhar_card: make(), pan_card: make() }
}

function chosenIn(states: States): { field: DocumentField; file: File }[] {
  return documentFieldNames.flatMap((field) => {
    const { file, refused } = states[field]
    return file && !refused ? [{ field, file }] : []
  })
}

/** Returns what prevents sending: refused files that are still there, and missing required documents. */
function faultsIn(states: States): FieldError[] {
  const missing = missingDocuments((field) => Boolean(states[field].file))
  // Listed by hand, since a build keeps a whole group that is used as a whole.
  const groups = { applicationForm: { documentRequired: applicationForm.documentRequired }, documentNames }
  return documentFieldNames.flatMap((field) => {
    const { refused, error } = states[field]
    if (refused && error) return [{ field, message: error }]
    return missing
      .filter((fault) => fault.field === field)
      .map(({ message }) => ({ field, message: sayFrom(groups, message) }))
  })
}
