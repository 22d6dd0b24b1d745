import {
  applicationFields,
  type DocumentField,
  documentFieldNames,
  documentFields,
  wishFields,
} from '#contract/fields/application.ts'
import { applicationForm, documentNames } from '#messages/careers.ts'
import { draftAt, type FieldProps } from '#web/lib/form.ts'
import { useAsPosted } from '#web/lib/posted-form.ts'
import type { postJson } from '#web/lib/api.ts'
import { forget } from '#web/lib/tab-storage.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TableField } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { useSiteForm, NotWorking, SubmitGuard } from '#web/ui/form.tsx'
import { dropFromAddress, useVacancy, vacancyCode } from './use-vacancy.ts'
import { DocumentFieldRow } from './document-field.tsx'
import { useDocuments, type Documents, useLost } from './use-documents.ts'
import { type Outcome, sending, useSending } from './use-sending.ts'

/** The page's HTML contains the whole form; this code takes it over. */
export function CareerForm() {
  return (
    <Island name="career-form" post={tell}>
      <Form />
    </Island>
  )
}

/** Few forms fail, so the messages are loaded with the code that sends. */
async function tell(call: Parameters<typeof postJson>[0]) {
  await sending.fetch()
  return sending.now()?.postJson(call)
}

function Form() {
  const { names, field, props, documents, isLost, busy, progress, outcome, cancel, vacancy } =
    useApplication()
  // Loaded once something was sent.
  const late = sending.now()
  const ofVacancy = vacancyCode.now()
  return (
    <>
      {late && (outcome.is === 'sent' || outcome.is === 'awaited') ? (
        <late.Applied
          awaited={outcome.is === 'awaited' ? outcome.sentence : undefined}
          receipt={outcome.receipt}
        />
      ) : (
        // Without scripts the browser posts it to the address of its page, which answers with that page.
        <form
          {...props}
          onFocus={sending.fetch}
          id="career-form"
          encType="multipart/form-data"
          className="group/form grid max-w-form grid-cols-1 gap-8"
        >
          {late && outcome.is === 'duplicate' && <late.DuplicateBanner />}
          <p className="text-quiet">{applicationForm.mandatory}</p>
          {ofVacancy && vacancy.named && <ofVacancy.VacancyPanel {...vacancy.named} onDrop={vacancy.drop} />}
          {/* Shown if the served page or a draft names a service; it can then be removed. */}
          <div
            className="hidden has-[option[selected]]:block has-[:checked:not([value=''])]:block"
            onInput={() => dropFromAddress('service')}
          >
            <WrittenField {...field('service')} />
          </div>
          {names.filter(isOfPerson).map((name) => (
            <WrittenField key={name} {...field(name)} />
          ))}
          <DocumentFields documents={documents} isLost={isLost} />
          <fieldset className="mt-4 min-w-0">
            <legend className="text-subhead font-semibold">{applicationForm.work}</legend>
            <p className="mt-2 text-quiet">{applicationForm.workHint}</p>
            <div className="mt-6 grid grid-cols-1 gap-8">
              {wishFields.map((name) => (
                <WrittenField key={name} {...field(name)} />
              ))}
            </div>
          </fieldset>
          <div>
            {late && progress && <late.UploadBar {...progress} onCancel={cancel} />}
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

function isOfPerson(name: string): boolean {
  return name !== 'service' && !wishFields.some((wish) => wish === name)
}

/** How the last attempt ended, beside the button. */
function LastAttempt({ outcome }: { outcome: Outcome }) {
  const late = sending.now()
  return (
    <>
      <div role="alert" className="mt-4">
        {outcome.is === 'failed' &&
          outcome.sentences.map((sentence) => <ErrorLine key={sentence}>{sentence}</ErrorLine>)}
        {late && outcome.is === 'duplicate' && <late.DuplicateLine />}
      </div>
      {late && outcome.is === 'cancelled' && <late.Cancelled>{outcome.sentence}</late.Cancelled>}
    </>
  )
}

const DRAFT = 'career-application'

/** The career form's state and its sending. */
function useApplication() {
  const documents = useDocuments()
  const { isLost, forgetLost } = useLost(documents)
  const vacancy = useVacancy(({ title, sector, place }) =>
    application.fill({ role: title, sector, work_place: place }),
  )
  const { send, ...sending } = useSending((errors) => {
    const firstDocument = documents.mark(errors)
    if (!application.mark(errors) && firstDocument) documents.focus(firstDocument)
  })
  const application = useSiteForm({
    fields: applicationFields,
    words: { applicationForm },
    draft: draftAt(DRAFT),
    async checkRest() {
      await documents.settled()
      const wrong = documents.mark(documents.faults())
      return wrong && (() => documents.focus(wrong))
    },
    async send(written) {
      if (!(await send({ ...written, vacancy: vacancy.reference }, documents.chosen()))) return
      forget(DRAFT)
      forgetLost()
    },
  })
  return { ...application, documents, isLost, vacancy, ...sending }
}

function mandatory(label: string): string {
  return `${label} *`
}

function isRequired(field: DocumentField): boolean {
  return documentFields[field].required
}

/** The documents, chosen from the device or taken with its camera. */
function DocumentFields({ documents, isLost }: { documents: Documents; isLost: boolean }) {
  const asPosted = import.meta.env.SSR ? useAsPosted() : undefined
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-subhead font-semibold">{applicationForm.documents}</legend>
      {isLost && <p className="mt-2 font-medium">{applicationForm.filesAgain}</p>}
      <div className="mt-6 grid grid-cols-1 gap-8">
        {documentFieldNames.map((field) => (
          <DocumentFieldRow
            key={field}
            field={field}
            label={isRequired(field) ? mandatory(documentNames[field]) : documentNames[field]}
            documents={documents}
            refusal={import.meta.env.SSR ? asPosted?.(field).error : undefined}
          />
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {documents.said}
      </p>
    </fieldset>
  )
}
