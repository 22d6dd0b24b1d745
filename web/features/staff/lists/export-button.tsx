import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { exportWords } from '#contract/messages/staff-lists.ts'
import { todayInIndia } from '#contract/dates.ts'
import { EXPORT_ROWS_HEADER, type RecordFilters, type RecordKind } from '#contract/schemas/staff-records.ts'
import { addressOf } from '#web/features/staff/calls.ts'
import { saveFile } from '#web/features/staff/format.tsx'
import { useMay, withPasskey } from '#web/features/staff/session.ts'
import { postForFile } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'

interface ExportButtonProps {
  kind: RecordKind
  filters: RecordFilters
}

/** Saves what is filtered as one file, and only once all of it has come. */
export function ExportButton({ kind, filters }: ExportButtonProps) {
  const may = useMay('records.export')
  const stop = useRef<AbortController>(null)
  const [progress, setProgress] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  if (!may) return null
  async function run() {
    const rows = countLines()
    const { signal } = (stop.current = new AbortController())
    setBusy(true)
    setSaid('')
    const answer = await withPasskey(() =>
      postForFile({
        url: addressOf('records.export', {}),
        body: { kind, ...filters },
        fallback: exportWords.failed,
        signal,
        onPart: (part, headers) =>
          setProgress(exportWords.progress(rows(part), Number(headers.get(EXPORT_ROWS_HEADER)))),
      }),
    )
    setBusy(false)
    setProgress('')
    if (answer.ok) saveFile(answer.body, `${kind}-${todayInIndia()}.csv`)
    setSaid(answer.ok ? exportWords.done : signal.aborted ? exportWords.stopped : answer.message)
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={busy}
        onClick={() => !busy && void run()}
      >
        <Download aria-hidden size={18} /> {exportWords.button}
      </button>
      {busy && <ActionButton onClick={() => stop.current?.abort()}>{exportWords.stop}</ActionButton>}
      {/* Not told at every part that comes; its end is. */}
      {progress && <span>{progress}</span>}
      <span role="status" className="empty:-ml-2">
        {said}
      </span>
    </>
  )
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Counts the rows of a CSV as it comes, without its head; a line within quotes is part of a value. */
export function countLines(): (part: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
