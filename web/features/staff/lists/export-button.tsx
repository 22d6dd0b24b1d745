import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { exportWords } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { todayInIndia } from '#contract/dates.ts'
import { EXPORT_ROWS_HEADER, type RecordFilters, type RecordKind } from '#contract/schemas/staff-records.ts'
import { addressOf } from '#web/features/staff/calls.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useMay, withPasskey } from '#web/features/staff/session.ts'
import { postForFile } from '#web/lib/api.ts'

interface ExportButtonProps {
  kind: RecordKind
  filters: RecordFilters
  selected: readonly { reference: string }[]
}

/** Saves the selected records, or else the filtered ones, as one file once all of it has arrived. */
export function ExportButton({ kind, filters, selected }: ExportButtonProps) {
  const id = useId()
  const may = useMay('records.export')
  const stop = useRef<AbortController>(null)
  const [progress, setProgress] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  if (!may) return <p className="text-label text-quiet">{exportWords.denied}</p>
  async function run() {
    const rows = countLines()
    const { signal } = (stop.current = new AbortController())
    setBusy(true)
    setSaid('')
    const answer = await withPasskey(() =>
      postForFile({
        url: addressOf('records.export', {}),
        body: {
          ...{ kind, ...filters },
          ...(selected.length > 0 ? { references: selected.map(({ reference }) => reference) } : {}),
        },
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
  const isFiltered = Object.keys(filters).length > 0
  const what =
    selected.length > 0
      ? exportWords.selected(selected.length)
      : isFiltered
        ? exportWords.filtered
        : exportWords.all(screenNames[kind])
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {/* A fixed size for all texts, so that nothing beside it moves. */}
      <span className="grid min-h-10 w-40 max-w-full content-center text-label leading-tight text-quiet desk:text-right">
        {/* Screen readers are told only the end, not each part. */}
        <span id={id}>{progress || (said ? '' : what)}</span>
        <span role="status" className="static">
          {said}
        </span>
      </span>
      <button
        type="button"
        className="button button-quiet min-w-28"
        aria-describedby={id}
        onClick={() => (busy ? stop.current?.abort() : void run())}
      >
        {busy ? (
          exportWords.stop
        ) : (
          <>
            <Download aria-hidden size={18} /> {exportWords.button}
          </>
        )}
      </button>
    </div>
  )
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Counts the rows of a CSV as it arrives, without its head; a line break within quotes is part of a value. */
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
