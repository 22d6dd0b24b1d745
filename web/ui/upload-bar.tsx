import { fill } from '#contract/messages/sentences.ts'
import { uploadMessages } from '#messages/forms.ts'
import { sizeOf } from '#web/lib/sentences.ts'

interface UploadBarProps {
  /** Bytes. */
  sent: number
  total: number
  onCancel(): void
}

/** The progress of an upload, as text and as a bar; screen readers are told each quarter only. */
export function UploadBar({ sent, total, onCancel }: UploadBarProps) {
  const isWhole = sent >= total
  const checking = fill(uploadMessages.checking, { total: sizeOf(total) })
  const sending = fill(uploadMessages.sending, { sent: sizeOf(sent), total: sizeOf(total) })
  const quarter = Math.floor((sent / total) * 4) * 25
  return (
    <div className="mb-6">
      <p className="font-medium digits">{isWhole ? checking : sending}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-[min(10rem,100%)] flex-1">
          <progress className="upload-bar" aria-label={uploadMessages.bar} value={sent} max={total} />
        </div>
        <button
          type="button"
          className="button button-quiet"
          aria-label={uploadMessages.cancelSending}
          onClick={onCancel}
        >
          {uploadMessages.cancel}
        </button>
      </div>
      <p aria-live="polite" className="sr-only">
        {isWhole ? checking : fill(uploadMessages.percent, { percent: quarter })}
      </p>
    </div>
  )
}
