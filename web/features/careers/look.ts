import { fill } from '#contract/messages/sentences.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileFieldMessages } from '#messages/forms.ts'
import { type DocumentField, takesPictures } from '#contract/fields/application.ts'
import { sizeOf } from '#web/lib/sentences.ts'
import { checkDocument, type DocumentState } from './check-document.ts'
import { addPages } from './pages-pdf.ts'

export { PagePreview } from '#web/ui/page-preview.tsx'

interface Choice {
  field: DocumentField
  files: File[]
  /** Whether these are pictures of pages, taken one after another. */
  arePages: boolean
  /** Returns the present content of the field. */
  now(): DocumentState
  /** Called when something begins that takes a while. */
  begun(): void
}

/** Returns a field's content after files were chosen, and what to tell the person. Loaded when needed. */
export async function look(choice: Choice): Promise<{ state: DocumentState; told: string }> {
  const state = await stateOf(choice)
  const { file, error } = state
  const told = file && !error && fill(fileFieldMessages.chosen, { name: file.name, size: sizeOf(file.size) })
  return { state, told: told || '' }
}

async function stateOf({ field, files, arePages, now, begun }: Choice): Promise<DocumentState> {
  const [file, ...others] = files
  const arePictures = files.every(({ type }) => type.startsWith('image/'))
  if (arePages || (others.length > 0 && arePictures && !takesPictures(field)))
    return withPages({ field, taken: files, before: now() }, () => {
      return { ...now(), error: fileFieldMessages.pageFailed }
    })
  if (!file || others.length > 0) return { ...now(), error: fileMessages.oneOnly }
  if (arePictures && (!takesPictures(field) || file.size > FILE_MAX_BYTES)) begun()
  const checked = await checkDocument(field, file)
  if (checked.is === 'taken') return checked.state
  if (checked.is === 'refused') return refusal(now(), file, checked.message)
  return withPages({ field, taken: [file], before: now() }, () => refusal(now(), file, checked.orElse))
}

interface Pages {
  field: DocumentField
  taken: File[]
  before: DocumentState
}

/** Adds pictures to the existing pages; `failed` says what happens if this browser cannot read one. */
async function withPages(
  { field, taken, before }: Pages,
  failed: () => DocumentState,
): Promise<DocumentState> {
  const made = await addPages(before.pages ?? [], taken).catch(() => undefined)
  if (!made) return failed()
  const checked = await checkDocument(field, made.file)
  if (checked.is === 'refused') return { ...before, error: checked.message }
  const note = fill(fileFieldMessages.pages, { count: made.pages.length })
  const pictures = made.pages.map(({ jpeg }) => new Blob([jpeg], { type: 'image/jpeg' }))
  return { ...made, note, pictures }
}

/** Keeps the earlier file; without one the refused file stays in the field, so that it is not missed unnoticed. */
function refusal(before: DocumentState, file: File, message: string): DocumentState {
  if (!before.file || before.refused) return { file, refused: true, error: message }
  return { ...before, error: `${message} ${fill(fileMessages.stillChosen, { name: before.file.name })}` }
}
