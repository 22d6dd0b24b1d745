import { createRef, type RefObject, useEffect, useRef, useState } from 'react'
import { missingDocuments } from '#contract/schemas/careers.ts'
import type { FieldError } from '#contract/errors.ts'
import { fill } from '#contract/messages/sentences.ts'
import { careerMessages, documentNames } from '#messages/careers.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileFieldMessages } from '#messages/forms.ts'
import { newest } from '#web/lib/async.ts'
import { sayFrom, sizeOf } from '#web/lib/sentences.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'
import { checkDocument, needsRemaking } from './check-document.ts'
import type { PhotographedPage } from './pages-pdf.ts'
import { documentFieldNames, type DocumentField } from '#contract/fields/application.ts'

export interface DocumentState {
  file?: File | undefined
  /** The file stands there to be removed or replaced; it is not sent. */
  refused?: boolean
  /** Bytes of the picture the file was made from, if it was made smaller. */
  madeFrom?: number | undefined
  error?: string | undefined
  /** While a picture is made smaller, or pages become a PDF. */
  remaking?: boolean
  /** The pages that were photographed, of which the file is made. */
  pages?: readonly PhotographedPage[]
}
type States = Record<DocumentField, DocumentState>

export type Documents = ReturnType<typeof useDocuments>

/** The documents chosen so far, and what is wrong with them. */
export function useDocuments() {
  const { states, latest, change } = useStates()
  const [inputs] = useState(() => forEachField(() => createRef<HTMLInputElement>()))
  const { choose, photograph, forget, said, say, settled } = useChoices(latest, change)

  function remove(field: DocumentField) {
    forget(field)
    say(fill(fileFieldMessages.removed, { name: latest.current[field].file?.name ?? '' }))
    change(field, {})
  }

  /** Puts a sentence under each field that has one, and clears the others; answers the first that has one. */
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
    ...useLost(chosenIn(states).length > 0),
    choose,
    photograph,
    remove,
    mark,
    settled,
    /** What would be sent at this moment, in the form's order. */
    chosen: () => chosenIn(latest.current),
    faults: () => faultsIn(latest.current),
    focus: (field: DocumentField) => inputs[field].current?.focus(),
  }
}

/** Where this tab notes that files were chosen: the files themselves cannot be kept over a refresh. */
const KEY = 'career-files'

/** `isLost` while files that were chosen before a refresh have not been chosen again. */
function useLost(hasFiles: boolean) {
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
  // For what goes on between two drawings.
  const latest = useRef(states)
  const change: Change = (field, to) => {
    latest.current = { ...latest.current, [field]: to }
    setStates(latest.current)
  }
  return { states, latest, change }
}

function useChoices(latest: RefObject<States>, change: Change) {
  const [said, say] = useState('')
  // Of each field the newest choice counts, also when an older one takes longer to look at.
  const [guards] = useState(() => forEachField(newest))
  const looks = useRef(new Map<DocumentField, Promise<void>>())

  function choose(field: DocumentField, [file, ...others]: File[]) {
    const before = latest.current[field]
    if (!file) return
    if (others.length > 0) return change(field, { ...before, error: fileMessages.oneOnly })
    change(field, { ...before, error: undefined, remaking: needsRemaking(field, file) })
    const signal = guards[field].begin()
    const look = checkDocument(field, file).then((checked) => {
      if (signal.aborted) return
      if (!checked.ok) return change(field, refusal(latest.current[field], file, checked.message))
      change(field, { file: checked.file, madeFrom: checked.madeFrom })
      const { name, size } = checked.file
      say(fill(fileFieldMessages.chosen, { name, size: sizeOf(size) }))
    })
    looks.current.set(field, look)
  }

  /** Adds photographed pages to those that the field's PDF has; the code for it is loaded now. */
  function photograph(field: DocumentField, taken: File[]) {
    if (taken.length === 0) return
    const before = latest.current[field]
    change(field, { ...before, error: undefined, remaking: true })
    const signal = guards[field].begin()
    const failed = (error: string) => change(field, { ...before, remaking: false, error })
    const look = import('./pages-pdf.ts')
      .then(({ addPages }) => addPages(before.pages ?? [], taken))
      .then(async ({ pages, file }) => {
        const checked = await checkDocument(field, file)
        if (signal.aborted) return
        if (!checked.ok) return failed(checked.message)
        change(field, { file, pages })
        say(fill(fileFieldMessages.chosen, { name: file.name, size: sizeOf(file.size) }))
      })
      .catch(() => signal.aborted || failed(fileFieldMessages.pageFailed))
    looks.current.set(
      field,
      look.then(() => undefined),
    )
  }

  return {
    choose,
    photograph,
    said,
    say,
    forget: (field: DocumentField) => guards[field].end(),
    /** Resolves when nothing is being made smaller any more. */
    settled: () => Promise.all(looks.current.values()),
  }
}

/** A file that was taken before is kept; otherwise the refused one stands there, so that it is not left out unseen. */
function refusal(before: DocumentState, file: File, message: string): DocumentState {
  if (!before.file || before.refused) return { file, refused: true, error: message }
  return {
    ...before,
    remaking: false,
    error: `${message} ${fill(fileMessages.stillChosen, { name: before.file.name })}`,
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

/** What stands in the way of sending: files that were refused and are still there, and documents that must not be missing. */
function faultsIn(states: States): FieldError[] {
  const missing = missingDocuments((field) => Boolean(states[field].file))
  // Named by itself, since a build keeps the whole of a group that is used whole.
  const groups = { careerMessages: { documentRequired: careerMessages.documentRequired }, documentNames }
  return documentFieldNames.flatMap((field) => {
    const { refused, error } = states[field]
    if (refused && error) return [{ field, message: error }]
    return missing
      .filter((fault) => fault.field === field)
      .map(({ message }) => ({ field, message: sayFrom(groups, message) }))
  })
}
