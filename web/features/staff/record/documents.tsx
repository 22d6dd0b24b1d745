import { FileText } from 'lucide-react'
import { useState } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import type { RecordDocument } from '#contract/schemas/staff-records.ts'
import { useAction } from '#web/features/staff/calls.ts'
import { saveFile } from '#web/features/staff/format.tsx'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { call, useMay } from '#web/features/staff/session.ts'
import { getBytes } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { DocumentView } from './document-view.tsx'

/** Milliseconds for a document of the largest size over a slow line. */
const PATIENCE_MS = 60_000

/** The documents of an application; each opening is audited. */
export function Documents({ files }: { files: RecordDocument[] }) {
  return (
    <Panel title={recordWords.documents}>
      {files.length === 0 && <p className="text-quiet">{recordWords.noDocuments}</p>}
      <ul className="desk-lines">
        {files.map((file) => (
          <OneDocument key={file.id} file={file} />
        ))}
      </ul>
    </Panel>
  )
}

function OneDocument({ file }: { file: RecordDocument }) {
  const may = useMay('records.document')
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>()
  const [isOpen, setOpen] = useState(false)
  const { busy, problem, run } = useAction()
  const isWord = file.kind === 'doc' || file.kind === 'docx'
  const name = recordWords.document(file.field)

  /** Runs `then` with the bytes, which are fetched once. */
  function withBytes(then: (read: Uint8Array<ArrayBuffer>) => void) {
    if (bytes) return then(bytes)
    const asked = {
      url: `${staffApi}/documents/${file.id}`,
      timeoutMs: PATIENCE_MS,
      fallback: deskWords.failed,
    }
    void run(
      'read',
      call(() => getBytes(asked)),
      (read) => {
        setBytes(read)
        then(read)
      },
    )
  }
  function toggle() {
    if (isOpen || isWord) setOpen(!isOpen)
    else withBytes(() => setOpen(true))
  }
  return (
    <li className="grid! grid-cols-1">
      <div className="desk-row wrap-anywhere">
        <p className="min-w-0">
          <strong className="flex items-center gap-2">
            <FileText aria-hidden size={18} className="shrink-0" /> {name}
          </strong>
          <span className="text-quiet">
            {file.name} · {sizeText(file.bytes)} · {recordWords.scan[file.scan]}
          </span>
        </p>
        {may && (
          <div className="desk-actions">
            {file.kind !== 'doc' && (
              <ActionButton busy={busy !== ''} onClick={toggle}>
                {isOpen ? recordWords.close : recordWords.open}
                <span className="sr-only"> {name}</span>
              </ActionButton>
            )}
            <ActionButton onClick={() => withBytes((read) => saveFile(new Blob([read]), file.name))}>
              {recordWords.download}
              <span className="sr-only"> {name}</span>
            </ActionButton>
          </div>
        )}
      </div>
      {isWord && <p className="desk-note bg-paper">{recordWords.caution}</p>}
      <Problem>{problem}</Problem>
      {isOpen && <DocumentView file={file} bytes={bytes} name={name} />}
    </li>
  )
}

/** Bytes as a person reads them. */
function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
