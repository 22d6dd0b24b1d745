import {
  applicationFields,
  type DocumentField,
  documentFieldNames,
  documentFields,
  wishFields,
} from '#contract/fields/application.ts'
import { api } from '#contract/paths.ts'
import { applicationForm, careerMessages, documentNames } from '#messages/careers.ts'
import { draftAt, type FieldProps } from '#web/lib/form.ts'
import type { postJson } from '#web/lib/api.ts'
import { language } from '#web/lib/page.ts'
import { forget } from '#web/lib/tab-storage.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TableField } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { Island } from '#web/ui/island.tsx'
import { useSiteForm, NotWorking, SubmitGuard } from '#web/ui/form.tsx'
import { dropFromAddress, useVacancy, vacancyCode } from './use-vacancy.ts'
import { useDocuments, type Documents, type DocumentState } from './use-documents.ts'
import { type Outcome, sending, useSending } from './use-sending.ts'
import { fileHint } from '#contract/messages/with-values.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileFieldMessages, fileSizes } from '#messages/forms.ts'
import { fill } from '#contract/messages/sentences.ts'
import { sayFrom, sizeOf } from '#web/lib/sentences.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { acceptOf, endingsOf, type FileKind } from '#contract/schemas/documents.ts'

/** The whole form stands in the page's HTML; this code takes it over where it is. */
export function CareerForm() {
  return (
    <Island name="career-form" post={tell}>
      <Form />
    </Island>
  )
}

/** Few forms fail: what tells of it comes with what sends the form. */
async function tell(call: Parameters<typeof postJson>[0]) {
  await sending.fetch()
  return sending.now()?.postJson(call)
}

function Form() {
  const { names, field, props, documents, busy, progress, outcome, cancel, vacancy } = useApplication()
  // Here once something was sent.
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
        // Without scripts the browser posts it by itself, and is answered with a page.
        <form
          {...props}
          onFocus={sending.fetch}
          id="career-form"
          action={`${api.careerApplication}?language=${language}`}
          encType="multipart/form-data"
          className="group/form grid max-w-form grid-cols-1 gap-8"
        >
          {late && outcome.is === 'duplicate' && <late.DuplicateBanner />}
          <p className="text-quiet">{applicationForm.mandatory}</p>
          {ofVacancy && vacancy.named && <ofVacancy.VacancyPanel {...vacancy.named} onDrop={vacancy.drop} />}
          {/* Shown where the page as it was served names one, or a draft does; from then on none may be chosen. */}
          <div
            className="hidden has-[option[selected]]:block has-[:checked:not([value=''])]:block"
            onInput={() => dropFromAddress('service')}
          >
            <WrittenField {...field('service')} />
          </div>
          {names.filter(isOfPerson).map((name) => (
            <WrittenField key={name} {...field(name)} />
          ))}
          <DocumentFields documents={documents} />
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

/** How the last try ended, beside the button. */
function LastAttempt({ outcome }: { outcome: Outcome }) {
  const late = sending.now()
  return (
    <>
      <div role="alert" className="mt-4">
        {outcome.is === 'failed' &&
          outcome.sentences.map((sentence) => <ErrorLine key={sentence}>{sentence}</ErrorLine>)}
        {outcome.is === 'duplicate' && <ErrorLine>{careerMessages.duplicateField}</ErrorLine>}
      </div>
      {late && outcome.is === 'cancelled' && <late.Cancelled>{outcome.sentence}</late.Cancelled>}
    </>
  )
}

const DRAFT = 'career-application'

/** The career form's state and its one act. */
function useApplication() {
  const documents = useDocuments()
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
      documents.forgetLost()
    },
  })
  return { ...application, documents, vacancy, ...sending }
}

/** The label of a field that has to be filled in. */
function mandatory(label: string): string {
  return `${label} *`
}

/** The part of the form that is chosen from the device, or taken with its camera. */
function DocumentFields({ documents }: { documents: Documents }) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-subhead font-semibold">{applicationForm.documents}</legend>
      {documents.isLost && <p className="mt-2 font-medium">{careerMessages.filesAgain}</p>}
      <div className="mt-6 grid grid-cols-1 gap-8">
        {documentFieldNames.map((field) => (
          <DocumentFieldRow key={field} field={field} documents={documents} />
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {documents.said}
      </p>
    </fieldset>
  )
}

function noteOf({ madeFrom, pages }: DocumentState): string | undefined {
  if (pages) return fill(fileFieldMessages.pages, { count: pages.length })
  return madeFrom ? fill(fileFieldMessages.madeFrom, { size: sizeOf(madeFrom) }) : undefined
}

function DocumentFieldRow({ field, documents }: { field: DocumentField; documents: Documents }) {
  const { file, error, remaking, pages } = documents.states[field]
  const { required } = documentFields[field]
  const name = documentNames[field]
  const kinds: readonly FileKind[] = documentFields[field].kinds
  const takesPictures = kinds.includes('jpg')
  const photographed = {
    words: fileFieldMessages[pages ? 'photographNext' : 'photographPage'],
    onTaken: (taken: File[]) => documents.photograph(field, taken),
  }
  const hint = sayFrom(
    { fileMessages: { hint: fileMessages.hint }, fileSizes },
    fileHint(endingsOf(kinds), FILE_MAX_BYTES),
  )
  return (
    <FileField
      label={required ? mandatory(name) : name}
      hint={field === 'aadhar_card' ? `${hint} ${applicationForm.maskedCopy}` : hint}
      error={error}
      name={field}
      accept={acceptOf(kinds)}
      file={file}
      note={noteOf(documents.states[field])}
      busy={remaking ? fileFieldMessages[takesPictures ? 'remaking' : 'makingPdf'] : undefined}
      camera={takesPictures}
      pages={takesPictures ? undefined : photographed}
      input={documents.inputs[field]}
      onChoose={(files) => documents.choose(field, files)}
      onRemove={() => documents.remove(field)}
    />
  )
}
