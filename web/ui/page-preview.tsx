import { useEffect, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { fileFieldMessages } from '#messages/forms.ts'

/** The pictures as they will be sent, large enough to notice a blurred one. */
export function PagePreview({ pictures }: { pictures: readonly Blob[] }) {
  const [addresses, setAddresses] = useState<readonly string[]>([])
  useEffect(() => {
    const made = pictures.map((picture) => URL.createObjectURL(picture))
    setAddresses(made)
    return () => made.forEach((address) => URL.revokeObjectURL(address))
  }, [pictures])
  return (
    <div className="mt-3">
      <p className="text-small">{fileFieldMessages.canBeRead}</p>
      <ol className="mt-2 flex flex-wrap gap-3">
        {addresses.map((address, at) => (
          <li key={address}>
            <img
              src={address}
              alt={fill(fileFieldMessages.page, { number: at + 1 })}
              className="max-h-80 rounded-card border border-line"
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
