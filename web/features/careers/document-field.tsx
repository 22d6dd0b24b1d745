import type { ReactNode } from 'react'
import { type DocumentField, documentFields, takesPictures } from '#contract/fields/application.ts'
import { fileHint } from '#contract/messages/with-values.ts'
import { acceptOf, endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { applicationForm } from '#messages/careers.ts'
import { fileFieldMessages, fileSizes } from '#messages/forms.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { documentsCode, type Documents } from './use-documents.ts'

interface DocumentFieldRowProps {
  field: DocumentField
  label: string
  /** Shown before what the field accepts. */
  stands?: ReactNode
  documents: Documents
  /** Why it was not sent, if nothing else is wrong with it. */
  refusal?: string | undefined
}

/** A document of an application: chosen from the device, dropped, or taken with its camera. */
export function DocumentFieldRow({ field, label, stands, documents, refusal }: DocumentFieldRowProps) {
  const { file, note, error, remaking, pages, pictures } = documents.states[field]
  const kinds: readonly FileKind[] = documentFields[field].kinds
  const isPicture = takesPictures(field)
  const photographed = {
    words: fileFieldMessages[pages ? 'photographNext' : 'photographPage'],
    onTaken: (taken: File[]) => documents.photograph(field, taken),
  }
  const takes = sayFrom(
    { fileFieldMessages: { takes: fileFieldMessages.takes }, fileSizes },
    fileHint(endingsOf(kinds), FILE_MAX_BYTES),
  )
  const masked = field === 'aadhar_card' ? applicationForm.maskedCopy : ''
  const late = documentsCode.now()
  return (
    <FileField
      label={label}
      hint={
        stands === undefined ? (
          [takes, masked].filter(Boolean).join(' ')
        ) : (
          <>
            <span className="block wrap-anywhere">{stands}</span>
            <span className="block">{takes}</span>
            {masked && <span className="block">{masked}</span>}
          </>
        )
      }
      error={error ?? refusal}
      name={field}
      accept={acceptOf(kinds)}
      file={file}
      note={note}
      preview={late && pictures && <late.PagePreview pictures={pictures} />}
      busy={remaking ? fileFieldMessages[isPicture ? 'remaking' : 'makingPdf'] : undefined}
      camera={isPicture}
      pages={isPicture ? undefined : photographed}
      input={documents.inputs[field]}
      onChoose={(files) => documents.choose(field, files)}
      onRemove={() => documents.remove(field)}
    />
  )
}
