import { FileText } from 'lucide-react'
import { useState } from 'react'
import { listWords } from '#contract/messages/staff-lists.ts'
import { recordWords } from '#contract/messages/staff-record.ts'
import { deskWords } from '#contract/messages/staff.ts'
import type { RecordDocument } from '#contract/schemas/staff-records.ts'
import { saveFile, sizeText } from '#web/features/staff/format.ts'
import { documentUrl } from '#web/features/staff/record-calls.ts'
import { call, useMay } from '#web/features/staff/session.ts'
import { getBytes } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { DocumentView } from './document-view.tsx'

/** Milliseconds for a document of the largest size over a slow line. */
const PATIENCE_MS = 60_000

/** The documents of an application; each opening is audited. */
export function Documents({ files }: { files: RecordDocument[] }) {
  return (
    <section className="desk-panel" aria-labelledby="documents">
      <h2 id="documents">{recordWords.documents}</h2>
      {files.length === 0 && <p className="text-quiet">{recordWords.noDocuments}</p>}
      <ul className="desk-documents">
        {files.map((file) => (
          <OneDocument key={file.id} file={file} />
        ))}
      </ul>
    </section>
  )
}

function OneDocument({ file }: { file: RecordDocument }) {
  const may = useMay('records.document')
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isWord = file.kind === 'doc' || file.kind === 'docx'
  const name = listWords.documents[file.field] ?? recordWords.ownDocuments[file.field] ?? file.field

  async function read() {
    if (bytes) return bytes
    setBusy(true)
    const answer = await call(() =>
      getBytes({ url: documentUrl(file), timeoutMs: PATIENCE_MS, fallback: deskWords.failed }),
    )
    setBusy(false)
    setProblem(answer.ok ? '' : answer.message)
    if (!answer.ok) return undefined
    setBytes(answer.body)
    return answer.body
  }
  async function toggle() {
    if (isOpen) return setOpen(false)
    if (isWord || (await read())) setOpen(true)
  }
  async function download() {
    const read_ = await read()
    if (read_) saveFile(new Blob([read_]), file.name)
  }
  return (
    <li>
      <div className="desk-section-head">
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
              <ActionButton busy={busy} onClick={() => void toggle()}>
                {isOpen ? recordWords.close : recordWords.open}
                <span className="sr-only"> {name}</span>
              </ActionButton>
            )}
            <ActionButton onClick={() => void download()}>
              {recordWords.download}
              <span className="sr-only"> {name}</span>
            </ActionButton>
          </div>
        )}
      </div>
      {isWord && <p className="desk-note">{recordWords.caution}</p>}
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      {isOpen && <DocumentView file={file} bytes={bytes} name={name} />}
    </li>
  )
}
