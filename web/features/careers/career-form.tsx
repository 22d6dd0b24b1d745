import { useEffect, useRef } from 'react'
import { careerMessages, applicationForm } from '#messages/careers.ts'
import { Banner } from '#web/ui/status.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { NotWorking, SubmitGuard, useSubmit, useWake } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { UploadBar } from '#web/ui/file-field.tsx'
import { DocumentFields, WrittenFields } from './written-fields.tsx'
import { type Outcome, useSending } from './use-sending.ts'
import { api, pages } from '#contract/paths.ts'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'
import { withBadDate } from '#web/ui/birth-field.tsx'
import { markFields, readPage, resolved } from '#web/lib/form.ts'
import { here, language } from '#web/lib/language.ts'
import { useDocuments, type Documents } from './use-documents.ts'
import { useDraft, writtenFields } from './use-draft.ts'

/** The whole form stands in the page's HTML; this code takes it over where it is. */
export function CareerForm() {
  return (
    <Island name="career-form">
      <Form />
    </Island>
  )
}

function Form() {
  const { register, errors, element, documents, draft, submit, busy, progress, outcome, cancel } =
    useApplication()
  return (
    <>
      {outcome.is === 'sent' || outcome.is === 'awaited' ? (
        <Applied awaited={outcome.is === 'awaited' ? outcome.sentence : undefined} />
      ) : (
        // Without scripts the browser posts it by itself, and is answered with a page.
        <form
          ref={element}
          id="career-form"
          method="post"
          action={`${api.careerApplication}?language=${language}`}
          encType="multipart/form-data"
          noValidate
          onSubmit={submit}
          onInput={draft.keep}
          className="group/form grid max-w-form grid-cols-1 gap-8"
        >
          {outcome.is === 'duplicate' && <DuplicateBanner />}
          <p className="text-quiet">{applicationForm.mandatory}</p>
          <WrittenFields register={register} errors={errors} />
          <DocumentFields documents={documents} filesLost={draft.filesLost} />
          <div>
            {progress && <UploadBar {...progress} onCancel={cancel} />}
            <SubmitButton busy={busy}>{applicationForm.submit}</SubmitButton>
            <LastAttempt outcome={outcome} />
            <NotWorking />
          </div>
        </form>
      )}
      <SubmitGuard />
      <Toaster />
    </>
  )
}

function DuplicateBanner() {
  return (
    <Banner tone="warning">
      <p className="font-medium">{careerMessages.duplicateBanner}</p>
    </Banner>
  )
}

/** How the last try ended, beside the button. */
function LastAttempt({ outcome }: { outcome: Outcome }) {
  return (
    <>
      <div role="alert" className="mt-4">
        {outcome.is === 'failed' &&
          outcome.sentences.map((sentence) => <ErrorLine key={sentence}>{sentence}</ErrorLine>)}
        {outcome.is === 'duplicate' && <ErrorLine>{careerMessages.duplicateField}</ErrorLine>}
      </div>
      {outcome.is === 'cancelled' && <Cancelled>{outcome.sentence}</Cancelled>}
    </>
  )
}

/** Takes the focus from the button that was pressed, which is gone. */
function Cancelled({ children }: { children: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} tabIndex={-1} className="mt-4 font-medium">
      {children}
    </p>
  )
}

/** Milliseconds until the visitor is taken home (specification section 9). */
const STAY_MS = 3000

/** In the form's place once it is sent; where its documents are awaited, the server's sentence of that stays to be read. */
function Applied({ awaited }: { awaited: string | undefined }) {
  useWayHome(awaited === undefined)
  return (
    <Banner tone={awaited === undefined ? 'success' : 'warning'}>
      <p className="font-semibold">{awaited ?? careerMessages.sent}</p>
      {awaited === undefined && <p className="mt-2">{careerMessages.leaving}</p>}
      <a href={here(pages.home)} className="link mt-2 inline-block py-2 font-semibold">
        {applicationForm.home}
      </a>
    </Banner>
  )
}

function useWayHome(leaves: boolean) {
  useEffect(() => {
    if (!leaves) return
    // In the form's place in the history: going back shall not lead to a form that is done.
    const leave = setTimeout(() => location.replace(here(pages.home)), STAY_MS)
    const stay = () => clearTimeout(leave)
    // Whoever goes elsewhere meanwhile, and then comes back to the page as they left it, is left there.
    addEventListener('pagehide', stay)
    return () => {
      stay()
      removeEventListener('pagehide', stay)
    }
  }, [leaves])
}

/** The career form's state and its one act. */
function useApplication() {
  const element = useRef<HTMLFormElement>(null)
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<CareerApplication>({
    resolver: (values) =>
      resolved(careerApplication.safeParse(withBadDate(values, element.current, 'date_of_birth')), {
        applicationForm,
      }),
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
