import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { photoMessages, executiveForm } from '#messages/identity.ts'
import { useNewest } from '#web/lib/async.ts'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorLine, Hint } from '#web/ui/field.tsx'
import { photoFile } from '#contract/schemas/registrations.ts'

/** A square that shows the profile photo and is pressed to choose one. */
export function PhotoField({ photo: { src, own, error, busy, choose, remove } }: { photo: Photo }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  function take(from: HTMLInputElement) {
    const [file] = from.files ?? []
    // Lets the same file be chosen again after it was removed.
    from.value = ''
    if (file) choose(file)
  }
  // A file may have been chosen before this code ran.
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
          {/* The input covers the whole box, so that it receives presses and dropped files anywhere. */}
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

export type Photo = ReturnType<typeof usePhoto>

/** The profile photo: the one from the Aadhaar record, until the person chooses another. */
export function usePhoto(base64: string | undefined) {
  const [own, setOwn] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The newest choice counts, even if an older one takes longer to read.
  const guard = useNewest()
  const src = own ?? (base64 ? dataUrlOfBase64(base64) : undefined)

  async function choose(file: File) {
    const signal = guard.begin()
    setError(undefined)
    setBusy(true)
    const picture = await squarePng(file)
    const address = picture && (await dataUrlOf(picture).catch(() => undefined))
    if (signal.aborted) return
    setBusy(false)
    if (address) setOwn(address)
    else setError(executiveForm.photo.invalid)
  }

  function remove() {
    guard.end()
    setBusy(false)
    setOwn(undefined)
  }

  return {
    src,
    /** The person's own picture, for the draft. */
    own,
    error: src && error === executiveForm.photo.required ? undefined : error,
    busy,
    choose: (file: File) => void choose(file),
    remove,
    restore: setOwn,
    /** Shows an error if there is no photo; returns whether there is one. */
    require() {
      if (!src) setError((now) => now ?? executiveForm.photo.required)
      return src !== undefined
    },
    /** Returns the picture to send with the registration; none if none can be read. */
    file: () => fileOf(src),
  }
}

async function fileOf(src = ''): Promise<File | undefined> {
  const picture = pictureIn(src)
  const png = picture && (await squarePng(picture))
  return png && new File([png], photoFile.name, { type: photoFile.type })
}

/** Pixels of a side of the square picture at most. */
const SIDE = 512

/** Returns the largest square in a picture's middle, and the side at which it is drawn, never enlarged. */
export function centredSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return {
    x: Math.floor((width - side) / 2),
    y: Math.floor((height - side) / 2),
    side,
    drawn: Math.min(side, SIDE),
  }
}

/** Returns the middle of a picture as a square PNG, or undefined if this browser cannot read it. */
async function squarePng(picture: Blob): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(picture)
    const { x, y, side, drawn } = centredSquare(bitmap)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = drawn
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // Transparent parts become white, since the picture is printed on paper.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, drawn, drawn)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, drawn, drawn)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
  } catch {
    return undefined
  }
}

/** Returns a picture as an address that an image can show and a draft can store. */
function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The picture could not be read.'))
    reader.readAsDataURL(picture)
  })
}

const pictureStarts: [start: string, type: string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
]

/** Returns the address of a picture in base64 without a prefix; undefined if browsers do not show it. */
export function dataUrlOfBase64(base64: string): string | undefined {
  const found = pictureStarts.find(([start]) => base64.startsWith(start))
  return found && `data:${found[1]};base64,${base64}`
}

/** Returns the picture in such an address, or undefined if there is none. */
export function pictureIn(dataUrl: string): Blob | undefined {
  const [, type, base64] = /^data:(image\/\w+);base64,(.+)$/.exec(dataUrl) ?? []
  if (!type || !base64) return undefined
  try {
    return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type })
  } catch {
    return undefined
  }
}
