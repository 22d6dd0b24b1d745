import { agreementPageMessages } from '#contract/messages/agreements.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface RecordWaitProps {
  /** Why the record is not open; none while it is being opened. */
  sentence?: string
  onRetry?(): void
}

/** In a record's place until it is open. */
export function RecordWait({ sentence, onRetry }: RecordWaitProps) {
  return (
    <div className="grid min-h-80 max-w-form content-start justify-items-start gap-4">
      {sentence === undefined ? (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner /> {agreementPageMessages.loadingRecord}
        </p>
      ) : (
        <>
          <div role="alert">
            <ErrorLine>{sentence}</ErrorLine>
          </div>
          <button type="button" className="button" onClick={onRetry}>
            {agreementPageMessages.again}
          </button>
        </>
      )}
    </div>
  )
}
