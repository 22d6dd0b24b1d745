import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { photoMessages, executiveForm } from '#messages/identity.ts'
import type { Photo } from '#web/features/onboarding/use-photo.ts'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorLine, Hint } from '#web/ui/field.tsx'
import './photo-field.css'

/** A square that shows the profile photo, and that is pressed to choose one. */
export function PhotoField({ photo: { src, own, error, busy, choose, remove } }: { photo: Photo }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  function take(from: HTMLInputElement) {
    const [file] = from.files ?? []
    // The same file can be chosen again, after it was removed for one.
    from.value = ''
    if (file) choose(file)
  }
  // One that was chosen before this code ran.
  useEffect(() => void (input.current && take(input.current)), [])
  return (
    <div data-field>
      <label id={`${id}-label`} htmlFor={id} className="block font-semibold">
        {executiveForm.photo.label}
      </label>
      <Hint id={`${id}-hint`}>{executiveForm.photo.hint}</Hint>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="photo-box" data-invalid={error ? '' : undefined}>
          {src && <img src={src} alt={photoMessages.alt} width={160} height={160} />}
          {!src && <ImageUp aria-hidden className="size-8" />}
          <span id={`${id}-action`} className={src ? 'photo-words' : ''}>
            {busy ? photoMessages.busy : src ? photoMessages.replace : photoMessages.choose}
          </span>
          {busy && <Spinner className="absolute" />}
          {/* The input lies over the whole box, so that a press anywhere, or a file let go there, reaches it. */}
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            aria-labelledby={`${id}-label ${id}-action`}
            data-empty={src ? undefined : ''}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
            onChange={({ currentTarget }) => take(currentTarget)}
          />
        </div>
        {own && (
          <button
            type="button"
            className="link min-h-12 cursor-pointer px-2 font-semibold"
            onClick={() => {
              remove()
              input.current?.focus()
            }}
          >
            {photoMessages.remove}
          </button>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {busy && photoMessages.busy}
      </p>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  )
}
