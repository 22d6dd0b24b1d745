import { sizeInWords } from '#contract/schemas/documents.ts'
import './upload-bar.css'

interface UploadBarProps {
  /** Bytes. */
  sent: number
  total: number
  onCancel(): void
}

/** How far an upload is, as text and as a bar; the ear is told at quarters only. */
export function UploadBar({ sent, total, onCancel }: UploadBarProps) {
  const isWhole = sent >= total
  const checking = `${sizeInWords(total)} sent. Your documents are being checked…`
  const quarter = Math.floor((sent / total) * 4) * 25
  return (
    <div className="mb-6">
      <p className="font-medium tabular-nums">
        {isWhole ? checking : `Sending: ${sizeInWords(sent)} of ${sizeInWords(total)}`}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-[min(10rem,100%)] flex-1">
          <progress className="upload-bar" aria-label="Sending" value={sent} max={total} />
        </div>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel<span className="sr-only"> sending</span>
        </button>
      </div>
      <p aria-live="polite" className="sr-only">
        {isWhole ? checking : `${quarter} % sent`}
      </p>
    </div>
  )
}
