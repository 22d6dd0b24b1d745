import { fileHint } from '#contract/messages/with-values.ts'
import { careerMessages, documentNames, applicationForm } from '#messages/careers.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileFieldMessages, fileSizes } from '#messages/forms.ts'
import { fill } from '#contract/messages/sentences.ts'
import { sayFrom, sizeOf } from '#web/lib/sentences.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { acceptOf, endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import { FileField } from '#web/ui/file-field.tsx'
import type { Documents } from './use-documents.ts'
import { type DocumentField, documentFieldNames, documentFields } from '#contract/fields/application.ts'

/** The label of a field that has to be filled in. */
export function mandatory(label: string): string {
  return `${label} *`
}

/** The part of the form that is chosen from the device, or taken with its camera. */
export function DocumentFields({ documents }: { documents: Documents }) {
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

function DocumentFieldRow({ field, documents }: { field: DocumentField; documents: Documents }) {
  const { file, madeFrom, error, remaking } = documents.states[field]
  const { required } = documentFields[field]
  const name = documentNames[field]
  const kinds: readonly FileKind[] = documentFields[field].kinds
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
      note={madeFrom ? fill(fileFieldMessages.madeFrom, { size: sizeOf(madeFrom) }) : undefined}
      busy={remaking ? fileFieldMessages.remaking : undefined}
      camera={kinds.includes('jpg')}
      input={documents.inputs[field]}
      onChoose={(files) => documents.choose(field, files)}
      onRemove={() => documents.remove(field)}
    />
  )
}
