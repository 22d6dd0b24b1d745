import { useRef, useState } from 'react'
import { photoFile } from '#contract/schemas/registrations.ts'
import { dataUrlOf, dataUrlOfBase64, pictureIn, squarePng } from '#web/lib/crop-photo.ts'
import { executiveForm } from '#messages/identity.ts'

export type Photo = ReturnType<typeof usePhoto>

/** The profile photo: the one from the Aadhaar record, until the person chooses one of their own. */
export function usePhoto(base64: string | undefined) {
  const [own, setOwn] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // Of several choices the newest counts, also when an older one takes longer to be read.
  const newest = useRef<File>(null)
  const src = own ?? (base64 ? dataUrlOfBase64(base64) : undefined)

  async function choose(file: File) {
    newest.current = file
    setError(undefined)
    setBusy(true)
    const picture = await squarePng(file)
    const address = picture && (await dataUrlOf(picture).catch(() => undefined))
    if (newest.current !== file) return
    setBusy(false)
    if (address) setOwn(address)
    else setError(executiveForm.photo.invalid)
  }

  function remove() {
    newest.current = null
    setBusy(false)
    setOwn(undefined)
  }

  return {
    src,
    /** The person's own picture, as the draft keeps it. */
    own,
    error: src && error === executiveForm.photo.required ? undefined : error,
    busy,
    choose: (file: File) => void choose(file),
    remove,
    restore: setOwn,
    /** Says that there must be one; answers whether there is. */
    require() {
      if (!src) setError((now) => now ?? executiveForm.photo.required)
      return src !== undefined
    },
    /** The picture as it is sent with the registration; none where there is none that can be read. */
    file: () => fileOf(src),
  }
}

async function fileOf(src = ''): Promise<File | undefined> {
  const picture = pictureIn(src)
  const png = picture && (await squarePng(picture))
  return png && new File([png], photoFile.name, { type: photoFile.type })
}
