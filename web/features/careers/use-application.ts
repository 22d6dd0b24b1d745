import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import type { FieldError } from '#contract/errors.ts'
import { resolved } from '#web/lib/resolved.ts'
import { wake } from '#web/lib/submit-guard.ts'
import { useDraft } from './use-draft.ts'
import { usePapers, type Papers } from './use-documents.ts'
import { useSending } from './use-sending.ts'
import { writtenFields, writtenIn } from './written.ts'

type ApplicationForm = UseFormReturn<CareerApplication>

/** The career form's state and its one act. */
export function useApplication() {
  const element = useRef<HTMLFormElement>(null)
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<CareerApplication>({ resolver: resolverFor(element) })
  const papers = usePapers()
  const draft = useDraft({ form, element, papers })
  const { send, ...sending } = useSending((errors) => markFields(form, papers, errors))
  const [busy, setBusy] = useState(false)
  // The button is disabled only with the next drawing; this holds from the first press.
  const running = useRef(false)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    const filled = event.currentTarget
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    await papers.settled()
    readFields(form, filled)
    const written = await checkAll(form, papers)
    if (written) await send(written, papers.chosen())
    setBusy(false)
    running.current = false
  }

  useEffect(() => {
    if (element.current && wake(element.current)) element.current.requestSubmit()
  }, [])

  const { register, formState } = form
  return { register, errors: formState.errors, element, papers, draft, submit, busy, ...sending }
}

function readFields(form: ApplicationForm, element: HTMLFormElement) {
  const written = writtenIn(element)
  for (const field of writtenFields) {
    // Set anew, a date of which only a part is typed would be emptied.
    if (written[field] !== form.getValues(field)) form.setValue(field, written[field])
  }
}

/** What was written, if nothing is wrong with it or with the papers; otherwise the focus is at the first that is wrong. */
async function checkAll(form: ApplicationForm, papers: Papers): Promise<CareerApplication | undefined> {
  const firstPaper = papers.mark(papers.faults())
  let written: CareerApplication | undefined
  await form.handleSubmit((values) => {
    written = values
  })()
  if (!written || !firstPaper) return written
  papers.focus(firstPaper)
  return undefined
}

/** Puts the server's sentences under their fields, and the focus to the first of them. */
function markFields(form: ApplicationForm, papers: Papers, errors: FieldError[]) {
  const firstPaper = papers.mark(errors)
  let shouldFocus = true
  for (const field of writtenFields) {
    const message = errors.find((error) => error.field === field)?.message
    if (!message) continue
    form.setError(field, { message }, { shouldFocus })
    shouldFocus = false
  }
  if (shouldFocus && firstPaper) papers.focus(firstPaper)
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
