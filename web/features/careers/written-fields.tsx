import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { type CareerApplication } from '#contract/schemas/careers.ts'
import { fileHint } from '#contract/messages/with-values.ts'
import { careerMessages, documentNames, applicationForm } from '#messages/careers.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileFieldMessages, fileSizes } from '#messages/forms.ts'
import { fill } from '#contract/messages/sentences.ts'
import { sayFrom, sizeOf } from '#web/lib/sentences.ts'
import { BirthField } from '#web/ui/birth-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { acceptOf, endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import { FileField } from '#web/ui/file-field.tsx'
import type { Documents } from './use-documents.ts'
import { type DocumentField, documentFieldNames, documentFields } from '#contract/fields/application.ts'

interface WrittenFieldsProps {
  register: UseFormRegister<CareerApplication>
  errors: FieldErrors<CareerApplication>
}

const inputs = [
  ['full_name', { autoComplete: 'name' }],
  ['email', { type: 'email', inputMode: 'email', autoComplete: 'email', hint: applicationForm.email.hint }],
  ['phone', { type: 'tel', inputMode: 'tel', autoComplete: 'tel', hint: applicationForm.phone.hint }],
] as const

/** The part of the form that is typed. */
export function WrittenFields({ register, errors }: WrittenFieldsProps) {
  const field = (name: keyof CareerApplication) => ({
    label: mandatory(applicationForm[name].label),
    'aria-required': true,
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      {inputs.map(([name, input]) => (
        <TextField key={name} {...input} {...field(name)} />
      ))}
      <BirthField {...field('date_of_birth')} />
      <TextArea
        label={applicationForm.address.label}
        rows={3}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address')}
      />
    </>
  )
}

/** The label of a field that has to be filled in. */
function mandatory(label: string): string {
  return `${label} *`
}

interface DocumentFieldsProps {
  documents: Documents
  /** Whether files were chosen before a refresh, and none since. */
  filesLost: boolean
}

/** The part of the form that is chosen from the device, or taken with its camera. */
export function DocumentFields({ documents, filesLost }: DocumentFieldsProps) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-subhead font-semibold">{applicationForm.documents}</legend>
      {filesLost && <p className="mt-2 font-medium">{careerMessages.filesAgain}</p>}
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
