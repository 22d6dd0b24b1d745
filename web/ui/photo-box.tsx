import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { ErrorLine, Hint } from './field.tsx'
import './photo-box.css'
import { Spinner } from './button.tsx'

interface PhotoBoxProps {
  label: string
  /** What a press on the box does, in words. */
  action: string
  hint: string
  error: string | undefined
  /** The picture as an address, once there is one. */
  src: string | undefined
  /** What the picture is, for those who do not see it. */
  alt: string
  /** What is being done with a picture just chosen, while it is. */
  busy: string | undefined
  onChoose(file: File): void
  /** Given when the picture can be taken away; its words. */
  remove?: { words: string; onRemove(): void } | undefined
}

/** A square that shows a picture, and that is pressed to choose one. */
export function PhotoBox(props: PhotoBoxProps) {
  const { label, action, hint, error, src, alt, busy, onChoose, remove } = props
  const id = useId()
  return (
    <div data-field>
      <label id={`${id}-label`} htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <Hint id={`${id}-hint`}>{hint}</Hint>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="photo-box" data-invalid={error ? '' : undefined}>
          {src && <img src={src} alt={alt} width={160} height={160} />}
          {!src && <ImageUp aria-hidden className="size-8" />}
          <span id={`${id}-action`} className={src ? 'photo-words' : ''}>
            {busy ?? action}
          </span>
          {busy && <Spinner className="absolute" />}
          {/* The input lies over the whole box, so that a press anywhere, or a file let go there, reaches it. */}
          <input
            id={id}
            type="file"
            accept="image/*"
            aria-labelledby={`${id}-label ${id}-action`}
            data-empty={src ? undefined : ''}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // The same file can be chosen again, after it was removed for one.
              currentTarget.value = ''
              if (file) onChoose(file)
            }}
          />
        </div>
        {remove && (
          <button
            type="button"
            className="link min-h-12 cursor-pointer px-2 font-semibold"
            onClick={remove.onRemove}
          >
            {remove.words}
          </button>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {busy}
      </p>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  )
}
