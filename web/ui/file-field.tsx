import { Camera, File as FileIcon } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject, useState, type DragEvent } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { fileFieldMessages } from '#messages/forms.ts'
import { sizeOf } from '#web/lib/sentences.ts'
import { ErrorLine } from './field.tsx'
import { Spinner } from './button.tsx'

interface FileFieldProps {
  label: string
  hint: ReactNode
  /** The one message of the field. */
  error?: string | undefined
  name: string
  /** Endings in the form of an input's `accept`. */
  accept: string
  file: File | undefined
  /** Beside the chosen file's size. */
  note?: string | undefined
  /** A preview under the chosen file. */
  preview?: ReactNode
  /** What is being done with a file just chosen. */
  busy?: string | undefined
  /** Whether a phone offers its camera too. */
  camera?: boolean
  /** In a field that accepts no picture: pages are photographed one by one or together, and become a file. */
  pages?: { words: string; onTaken(pictures: File[]): void } | undefined
  input: RefObject<HTMLInputElement | null>
  onChoose(files: File[]): void
  onRemove(): void
}

/** One file: by the browser's own button, by dropping it, or on phones by the camera. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, name, accept, file, note, preview, busy } = props
  const { camera, pages, input, onChoose, onRemove } = props
  const id = useId()
  useShownFile(input, { file, onChoose })
  // Without this code the field does not accept pictures.
  useEffect(() => {
    if (pages && input.current) input.current.accept = `${accept},image/*`
  }, [])

  function remove() {
    onRemove()
    input.current?.focus()
  }
  return (
    <div data-field>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="mt-1 text-small text-quiet">
        {hint}
      </p>
      <DropZone onDrop={onChoose} invalid={error !== undefined}>
        <div className="flex flex-wrap items-center gap-3">
          {/* The browser's own input, for keyboards and voice control. Only its button is shown, since the chosen
             file is named below it, and our words cover the button's, which are in the browser's language. */}
          <span className="file-button">
            <input
              ref={input}
              id={id}
              type="file"
              name={name}
              accept={accept}
              className="file-input"
              aria-invalid={error ? true : undefined}
              aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
              onChange={({ currentTarget }) => {
                const chosen = [...(currentTarget.files ?? [])]
                // Other code decides whether to accept it; until then the input keeps its file.
                hold(currentTarget, file)
                onChoose(chosen)
              }}
            />
            <span aria-hidden className="file-words">
              {fileFieldMessages.choose}
            </span>
          </span>
          {camera && <CameraButton label={label} onChoose={onChoose} />}
          {pages && <CameraButton label={label} words={pages.words} onChoose={pages.onTaken} />}
          <p className="drop-words text-small text-quiet">{fileFieldMessages.drop}</p>
        </div>
        {busy && (
          <p className="mt-4 flex items-center gap-3">
            <Spinner /> {busy}
          </p>
        )}
        {file && <ChosenFile file={file} note={note} onRemove={remove} />}
        {preview}
      </DropZone>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  )
}

type CameraButtonProps = Pick<FileFieldProps, 'label' | 'onChoose'> & { words?: string }

/** `words` belong to a button that takes several pictures. */
function CameraButton({ label, words, onChoose }: CameraButtonProps) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="camera-button button button-quiet"
        aria-label={words ? `${words}: ${label}` : fill(fileFieldMessages.takePhotoOf, { label })}
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden className="size-5 shrink-0" />
        <span>{words ?? fileFieldMessages.takePhoto}</span>
      </button>
      <input
        ref={camera}
        className="hidden"
        type="file"
        accept="image/*"
        capture="environment"
        multiple={words !== undefined}
        aria-label={fill(fileFieldMessages.photoOf, { label })}
        onChange={({ currentTarget }) => {
          const taken = [...(currentTarget.files ?? [])]
          hold(currentTarget, undefined)
          onChoose(taken)
        }}
      />
    </>
  )
}

interface ChosenFileProps {
  file: File
  note: string | undefined
  onRemove(): void
}

function ChosenFile({ file, note, onRemove }: ChosenFileProps) {
  return (
    <div data-chosen className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3">
      <FileIcon aria-hidden className="size-6 shrink-0 text-accent" />
      <p className="min-w-[min(10rem,100%)] flex-1">
        <span className="font-medium wrap-anywhere">{file.name}</span>
        <span className="block text-small text-quiet">
          {sizeOf(file.size)}
          {note && `, ${note}`}
        </span>
      </p>
      <button
        type="button"
        className="link min-h-12 cursor-pointer px-2 font-semibold"
        aria-label={fill(fileFieldMessages.removeFile, { name: file.name })}
        onClick={onRemove}
      >
        {fileFieldMessages.remove}
      </button>
    </div>
  )
}

/** Keeps the accepted file in the browser's input, and reads one that was chosen before this code ran. */
function useShownFile(
  input: RefObject<HTMLInputElement | null>,
  { file, onChoose }: Pick<FileFieldProps, 'file' | 'onChoose'>,
) {
  useEffect(() => {
    const early = [...(input.current?.files ?? [])]
    if (early.length > 0) onChoose(early)
  }, [])
  useEffect(() => {
    if (input.current) hold(input.current, file)
  }, [file])
}

function hold(input: HTMLInputElement, file: File | undefined) {
  const files = new DataTransfer()
  if (file) files.items.add(file)
  input.files = files.files
}

interface DropZoneProps {
  onDrop(files: File[]): void
  invalid: boolean
  children: ReactNode
}

/** A place to drop files, around the button that does the same. */
function DropZone({ onDrop, invalid, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  useDropsOutside()

  function enter(event: DragEvent) {
    if (!holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  function leave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  function drop(event: DragEvent) {
    if (!holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    setOver(false)
    onDrop([...event.dataTransfer.files])
  }
  return (
    <div
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      className="drop-zone"
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

/** A file dropped beside a zone would replace the page, and everything typed would be lost. */
function useDropsOutside() {
  useEffect(() => {
    function refuse(event: globalThis.DragEvent) {
      if (event.defaultPrevented || !event.dataTransfer || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes('Files')
}
