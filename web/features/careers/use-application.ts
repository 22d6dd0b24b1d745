import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import type { FieldError } from '#contract/errors.ts'
import { resolved } from '#web/lib/form.ts'
import { wake } from '#web/ui/submit-guard.tsx'
import { useDraft } from './use-draft.ts'
import { useDocuments, type Documents } from './use-documents.ts'
import { useSending } from './use-sending.ts'
import { writtenFields, writtenIn } from './written.ts'

type ApplicationForm = UseFormReturn<CareerApplication>

/** The career form's state and its one act. */
export function useApplication() {
  const element = useRef<HTMLFormElement>(null)
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<CareerApplication>({ resolver: resolverFor(element) })
  const documents = useDocuments()
  const draft = useDraft({ form, element, documents })
  const { send, ...sending } = useSending((errors) => markFields(form, documents, errors))
  const [busy, setBusy] = useState(false)
  // The button is disabled only with the next drawing; this holds from the first press.
  const running = useRef(false)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    const filled = event.currentTarget
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    await documents.settled()
    readFields(form, filled)
    const written = await checkAll(form, documents)
    if (written) await send(written, documents.chosen())
    setBusy(false)
    running.current = false
  }

  useEffect(() => {
    if (element.current && wake(element.current)) element.current.requestSubmit()
  }, [])

  const { register, formState } = form
  return { register, errors: formState.errors, element, documents, draft, submit, busy, ...sending }
}

function readFields(form: ApplicationForm, element: HTMLFormElement) {
  const written = writtenIn(element)
  for (const field of writtenFields) {
    // Set anew, a date of which only a part is typed would be emptied.
    if (written[field] !== form.getValues(field)) form.setValue(field, written[field])
  }
}

/** What was written, if nothing is wrong with it or with the documents; otherwise the focus is at the first that is wrong. */
async function checkAll(form: ApplicationForm, documents: Documents): Promise<CareerApplication | undefined> {
  const firstDocument = documents.mark(documents.faults())
  let written: CareerApplication | undefined
  await form.handleSubmit((values) => {
    written = values
  })()
  if (!written || !firstDocument) return written
  documents.focus(firstDocument)
  return undefined
}

/** Puts the server's sentences under their fields, and the focus to the first of them. */
function markFields(form: ApplicationForm, documents: Documents, errors: FieldError[]) {
  const firstDocument = documents.mark(errors)
  let shouldFocus = true
  for (const field of writtenFields) {
    const message = errors.find((error) => error.field === field)?.message
    if (!message) continue
    form.setError(field, { message }, { shouldFocus })
    shouldFocus = false
  }
  if (shouldFocus && firstDocument) documents.focus(firstDocument)
}

/**
 * Checks by the contract's schema. A browser gives a date that is typed half, or that no calendar has, as none at all:
 * that is not the same as none.
 */
function resolverFor(element: { readonly current: HTMLFormElement | null }): Resolver<CareerApplication> {
  return (values) => {
    const birth = element.current?.elements.namedItem('date_of_birth')
    const isUnreadable = birth instanceof HTMLInputElement && birth.validity.badInput
    return resolved(careerApplication.safeParse(isUnreadable ? { ...values, date_of_birth: '?' } : values))
  }
}
