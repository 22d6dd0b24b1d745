import { useEffect, useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordDocument } from '#contract/schemas/staff-records.ts'
import { useCall } from '#web/features/staff/calls.ts'
import { Loaded, untilHere } from '#web/features/staff/screen.tsx'
import { later } from '#web/lib/async.ts'
import { lateComponent } from '#web/ui/load-state.tsx'

/** Above this a phone has no memory for it. */
const MOST_BYTES = 25_000_000

const PdfView = lateComponent(
  later(async () => (await import('./pdf-view.tsx')).PdfView),
  untilHere,
)

interface DocumentViewProps {
  file: RecordDocument
  bytes: Uint8Array<ArrayBuffer> | undefined
  name: string
  /** Where a viewer's own buttons are put. */
  toolRoom: HTMLElement | null
  /** Is told once the text is read, which is noted. */
  onRead(): void
}

/** A document, shown without anything in it that could act: pixels, or plain text. */
export function DocumentView({ file, bytes, name, toolRoom, onRead }: DocumentViewProps) {
  if ((bytes?.length ?? file.bytes ?? 0) > MOST_BYTES) return <p>{recordWords.tooLarge}</p>
  if (!bytes) return <PlainText file={file} onRead={onRead} />
  if (['jpg', 'png'].includes(file.kind)) return <Picture bytes={bytes} name={name} />
  return <PdfView bytes={bytes} name={name} toolRoom={toolRoom} />
}

function Picture({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) {
  const [address, setAddress] = useState('')
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes]))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  if (isBroken) return <p>{recordWords.notShown}</p>
  return (
    address && (
      <img
        src={address}
        alt={name}
        className="max-h-160 border border-line"
        onError={() => setBroken(true)}
      />
    )
  )
}

function PlainText({ file, onRead }: Pick<DocumentViewProps, 'file' | 'onRead'>) {
  const query = useCall('records.documentText', { params: { id: file.id } }, { gcTime: 0 })
  const { isPending } = query
  useEffect(() => {
    if (!isPending) onRead()
  }, [isPending])
  return (
    <Loaded query={query}>
      {({ text, cut }) => (
        <div
          role="region"
          aria-label={recordWords.plainText}
          tabIndex={0}
          className="rounded-control border border-line px-4 py-3 wrap-anywhere whitespace-pre-wrap max-h-120 overflow-auto"
        >
          {text || recordWords.noText}
          {cut && <p className="mt-3 text-quiet">{recordWords.cut}</p>}
        </div>
      )}
    </Loaded>
  )
}
