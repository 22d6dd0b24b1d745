import { useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import { markFields, readPage, resolved, withBadDate } from '#web/lib/form.ts'
import { useSubmit, useWake } from '#web/ui/submit-guard.tsx'
import { useDocuments, type Documents } from './use-documents.ts'
import { useDraft, writtenFields } from './use-draft.ts'
import { useSending } from './use-sending.ts'

/** The career form's state and its one act. */
export function useApplication() {
  const element = useRef<HTMLFormElement>(null)
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<CareerApplication>({
    resolver: (values) =>
      resolved(careerApplication.safeParse(withBadDate(values, element.current, 'date_of_birth'))),
  })
  const documents = useDocuments()
  const draft = useDraft({ form, element, documents })
  const { send, ...sending } = useSending((errors) => {
    const firstDocument = documents.mark(errors)
    if (!markFields(form, errors, { fields: writtenFields }) && firstDocument) documents.focus(firstDocument)
  })
  const { submit, busy } = useSubmit(async (filled) => {
    await documents.settled()
    readPage(form, filled, writtenFields)
    const written = await checkAll(form, documents)
    if (written) await send(written, documents.chosen())
  })
  useWake(element)
  const { register, formState } = form
  return { register, errors: formState.errors, element, documents, draft, submit, busy, ...sending }
}

/** What was written, if nothing is wrong with it or with the documents; otherwise the focus is at the first that is wrong. */
async function checkAll(
  form: UseFormReturn<CareerApplication>,
  documents: Documents,
): Promise<CareerApplication | undefined> {
  const firstDocument = documents.mark(documents.faults())
  let written: CareerApplication | undefined
  await form.handleSubmit((values) => {
    written = values
  })()
  if (!written || !firstDocument) return written
  documents.focus(firstDocument)
  return undefined
}
