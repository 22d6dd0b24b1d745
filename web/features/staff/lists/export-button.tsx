import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { exportWords } from '#contract/messages/staff-lists.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffApi } from '#contract/paths.ts'
import type { RecordFilters, RecordKind } from '#contract/schemas/staff-records.ts'
import { call, useMay } from '#web/features/staff/session.ts'
import { postForFile } from '#web/lib/api.ts'

interface ExportButtonProps {
  kind: RecordKind
  filters: RecordFilters
}

/** Saves what is filtered as one file, and only once all of it has come. */
export function ExportButton({ kind, filters }: ExportButtonProps) {
  const may = useMay('records.export')
  const stop = useRef<AbortController>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  if (!may) return null
  async function run() {
    const { signal } = (stop.current = new AbortController())
    setBusy(true)
    const answer = await call(() =>
      postForFile({
        url: `${staffApi}/export`,
        body: { kind, ...filters },
        fallback: exportWords.failed,
        signal,
        onProgress: (bytes) => setSaid(exportWords.progress(Math.ceil(bytes / 1000))),
      }),
    )
    setBusy(false)
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
      {busy && (
        <button type="button" className="button button-quiet" onClick={() => stop.current?.abort()}>
          {exportWords.stop}
        </button>
      )}
      <span role="status" className="desk-said">{said}</span>
    </>
  )
}

function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
