import { useEffect, useRef } from 'react'
import { applicationFields } from '#contract/fields/application.ts'
import { api, pages } from '#contract/paths.ts'
import { applicationForm, careerMessages } from '#messages/careers.ts'
import type { FieldProps } from '#web/lib/form.ts'
import { here, language } from '#web/lib/language.ts'
import { forget } from '#web/lib/tab-storage.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TableField } from '#web/ui/field.tsx'
import { UploadBar } from '#web/ui/file-field.tsx'
import { Island } from '#web/ui/island.tsx'
import { useSiteForm } from '#web/ui/site-form.ts'
import { Banner } from '#web/ui/status.tsx'
import { NotWorking, SubmitGuard } from '#web/ui/submit-guard.tsx'
import { DocumentFields, mandatory } from './document-fields.tsx'
import { useDocuments } from './use-documents.ts'
import { type Outcome, useSending } from './use-sending.ts'

/** The whole form stands in the page's HTML; this code takes it over where it is. */
export function CareerForm() {
  return (
    <Island name="career-form">
      <Form />
    </Island>
  )
}

function Form() {
  const { names, field, props, documents, busy, progress, outcome, cancel } = useApplication()
  return (
    <>
      {outcome.is === 'sent' || outcome.is === 'awaited' ? (
        <Applied awaited={outcome.is === 'awaited' ? outcome.sentence : undefined} />
      ) : (
        // Without scripts the browser posts it by itself, and is answered with a page.
        <form
          {...props}
          id="career-form"
          action={`${api.careerApplication}?language=${language}`}
          encType="multipart/form-data"
          className="group/form grid max-w-form grid-cols-1 gap-8"
        >
          {outcome.is === 'duplicate' && <DuplicateBanner />}
          <p className="text-quiet">{applicationForm.mandatory}</p>
          {names.map((name) => (
            <WrittenField key={name} {...field(name)} />
          ))}
          <DocumentFields documents={documents} />
          <div>
            {progress && <UploadBar {...progress} onCancel={cancel} />}
            <SubmitButton busy={busy}>{applicationForm.submit}</SubmitButton>
            <LastAttempt outcome={outcome} />
            <NotWorking />
          </div>
        </form>
      )}
      <SubmitGuard />
    </>
  )
}

function WrittenField({ label, ...field }: FieldProps) {
  return <TableField label={field['aria-required'] ? mandatory(label) : label} {...field} />
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

const DRAFT = 'career-application'

/** The career form's state and its one act. */
function useApplication() {
  const documents = useDocuments()
  const { send, ...sending } = useSending((errors) => {
    const firstDocument = documents.mark(errors)
    if (!application.mark(errors) && firstDocument) documents.focus(firstDocument)
  })
  const application = useSiteForm({
    fields: applicationFields,
    words: { applicationForm },
    draft: DRAFT,
    async checkRest() {
      await documents.settled()
      const wrong = documents.mark(documents.faults())
      return wrong && (() => documents.focus(wrong))
    },
    async send(written) {
      if (!(await send(written, documents.chosen()))) return
      forget(DRAFT)
      documents.forgetLost()
    },
  })
  return { ...application, documents, ...sending }
}
