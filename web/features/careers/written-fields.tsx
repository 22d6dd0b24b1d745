import { useEffect, useState } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import {
  type CareerApplication,
  type DocumentField,
  documentFieldNames,
  documentFields,
} from '#contract/schemas/careers.ts'
import { todayInIndia } from '#contract/dates.ts'
import { careerHints, careerMessages } from '#messages/careers.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { acceptOf, endingsOf, sizeInWords, type FileKind } from '#contract/schemas/documents.ts'
import { fileHint } from '#messages/documents.ts'
import { FileField } from '#web/ui/file-field.tsx'
import type { Documents } from './use-documents.ts'

interface WrittenFieldsProps {
  register: UseFormRegister<CareerApplication>
  errors: FieldErrors<CareerApplication>
}

/** The part of the form that is typed. */
export function WrittenFields({ register, errors }: WrittenFieldsProps) {
  const today = useToday()
  return (
    <>
      <TextField
        label="Full name *"
        autoComplete="name"
        aria-required
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextField
        label="Email *"
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required
        hint={careerHints.email}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Phone Number *"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        aria-required
        hint={careerHints.phone}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField
        label="Date of birth *"
        type="date"
        max={today}
        autoComplete="bday"
        aria-required
        error={errors.date_of_birth?.message}
        {...register('date_of_birth')}
      />
      <TextArea
        label="Address"
        rows={3}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address')}
      />
    </>
  )
}

/** The day in India, known in the browser only: the page was built on an earlier one. */
function useToday(): string | undefined {
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayInIndia()), [])
  return today
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
      <legend className="text-subhead font-semibold">Documents</legend>
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
  const { name, required }: { name: string; required: boolean } = documentFields[field]
  const kinds: readonly FileKind[] = documentFields[field].kinds
  const hint = fileHint(endingsOf(kinds), sizeInWords(FILE_MAX_BYTES))
  return (
    <FileField
      label={required ? `${name} *` : name}
      hint={field === 'aadhar_card' ? `${hint} ${careerHints.aadhaar}` : hint}
      error={error}
      accept={acceptOf(kinds)}
      file={file}
      note={madeFrom ? `made from a picture of ${sizeInWords(madeFrom)}` : undefined}
      busy={remaking ? 'Making the picture smaller…' : undefined}
      camera={kinds.includes('jpg')}
      input={documents.inputs[field]}
      onChoose={(files) => documents.choose(field, files)}
      onRemove={() => documents.remove(field)}
    />
  )
}
