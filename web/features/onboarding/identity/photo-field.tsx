import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { photoMessages, executiveForm } from '#messages/identity.ts'
import type { Photo } from '#web/features/onboarding/use-photo.ts'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorLine, Hint } from '#web/ui/field.tsx'

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
        <div
          className={`relative grid aspect-square w-40 max-w-full flex-none place-content-center place-items-center gap-2 overflow-hidden rounded-card bg-panel p-3 text-center leading-tight font-semibold text-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent ${error ? 'border-2 border-error' : `border border-edge hover:border-ink ${src ? '' : 'border-dashed'}`}`}
        >
          {src && (
            <img
              src={src}
              alt={photoMessages.alt}
              width={160}
              height={160}
              className="absolute inset-0 size-full object-cover"
            />
          )}
          {!src && <ImageUp aria-hidden className="size-8" />}
          <span
            id={`${id}-action`}
            className={
              src ? 'absolute inset-x-0 bottom-0 bg-panel px-2 py-1.5 text-[0.9375rem] text-ink' : ''
            }
          >
            {busy ? photoMessages.busy : src ? photoMessages.replace : photoMessages.choose}
          </span>
          {busy && <Spinner className="absolute" />}
          {/* The input lies over the whole box, so that a press anywhere, or a file let go there, reaches it. */}
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            className="absolute inset-0 size-full cursor-pointer border border-transparent text-[0px] opacity-0"
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
