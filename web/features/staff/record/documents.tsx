import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { recordWords } from './words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import type { RecordDetail, RecordDocument } from '#contract/schemas/staff-records.ts'
import { addressOf, problemOf, reread, useSend, useSending } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import type { NamedRecord } from '#web/features/staff/records.ts'
import { Panel, Problem, untilHere } from '#web/features/staff/screen.tsx'
import { CallError, useMay, withPasskey } from '#web/features/staff/session.ts'
import { getBytes } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { later } from '#web/lib/async.ts'
import { sizeOf } from '#web/lib/sentences.ts'
import { lateComponent } from '#web/ui/load-state.tsx'

/** Milliseconds for a document of the largest size over a slow line. */
const PATIENCE_MS = 60_000

/** The documents of an application; each opening is audited. */
export function Documents({ record }: { record: NamedRecord }) {
  const { kind, files, documents, requests, reference } = record
  // The form requires one, so an application without any was sent when there was no room for them.
  const isAwaited = kind === 'applications' && documents.length === 0
  return (
    <Panel title={recordWords.documents}>
      {files.length === 0 && (
        <p className="text-quiet">{isAwaited ? recordWords.documentsAwaited : recordWords.noDocuments}</p>
      )}
      <ul className="lines">
        {files.map((file) => (
          <OneDocument key={file.id} file={file} />
        ))}
        {requests.map((asked) => (
          <Asked key={asked.id} asked={asked} reference={reference} />
        ))}
      </ul>
    </Panel>
  )
}

interface AskedProps {
  asked: RecordDetail['requests'][number]
  /** The application's reference. */
  reference: string
}

/** A requested document, which may arrive outside the person's page. */
function Asked({ asked: { id, document, askedAt }, reference }: AskedProps) {
  const may = useMay('records.meetRequest')
  const meeting = useSend('records.meetRequest')
  return (
    <li>
      <span className="wrap-anywhere">
        {recordWords.asked(document)} <span className="text-quiet">{whenText(askedAt)}</span>
      </span>
      {may && (
        <ActionButton busy={meeting.busy} onClick={() => meeting.send({ params: { reference, id } })}>
          {recordWords.hasCome}
        </ActionButton>
      )}
      <Problem>{meeting.problem}</Problem>
    </li>
  )
}

type Bytes = Uint8Array<ArrayBuffer>

/** Loads the harmless copy of a document, or its original. Each reading is recorded, whether it succeeds or not. */
async function fetchBytes(name: 'records.document' | 'records.original', id: string): Promise<Bytes> {
  const asked = {
    ...{ url: addressOf(name, { params: { id } }), timeoutMs: PATIENCE_MS },
    fallback: deskWords.failed,
  }
  const answer = await withPasskey(() => getBytes(asked))
  void reread('records.read')
  if (answer.ok) return answer.body
  throw new CallError(answer)
}

/** Scrolls an opened document to the top of the window, and a closed one back into view. */
function useLead(isOpen: boolean) {
  const line = useRef<HTMLLIElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    view.current?.focus({ preventScroll: true })
    line.current?.scrollIntoView({ block: isOpen ? 'start' : 'nearest' })
  }, [isOpen])
  return { line, view }
}

/** The document as it was sent, behind a line that says what was found in it. */
function Original({ file }: { file: RecordDocument }) {
  const { busy, problem, send } = useSending(async () =>
    saveFile(new Blob([await fetchBytes('records.original', file.id)]), file.name),
  )
  return (
    <div className="note bg-paper">
      <p>
        {recordWords.marks(file.marks ?? [])} {recordWords.originalHint}
      </p>
      <ActionButton busy={busy} onClick={() => send()}>
        {recordWords.saveOriginal}
        <span className="sr-only"> {recordWords.document(file.field)}</span>
      </ActionButton>
      <Problem>{problem}</Problem>
    </div>
  )
}

function isWord({ kind }: RecordDocument): boolean {
  return kind === 'doc' || kind === 'docx'
}

/** Returns the label of the button that saves the copy, and the file's name. */
function saving(file: RecordDocument): { label: string; name: string } {
  const { name, kind, marks } = file
  if (marks === null) return { label: recordWords.download, name }
  if (isWord(file)) return { label: recordWords.asText, name: `${name.replace(/\.docx?$/i, '')}.txt` }
  return { label: kind === 'pdf' ? recordWords.asPictures : recordWords.asPicture, name }
}

function OneDocument({ file }: { file: RecordDocument }) {
  const may = useMay('records.document')
  const [isOriginalAsked, setOriginalAsked] = useState(false)
  const [bytes, show] = useState<Bytes>()
  const isOpen = bytes !== undefined
  const [isWide, setWide] = useState(false)
  const [toolRoom, setToolRoom] = useState<HTMLElement | null>(null)
  const { line, view } = useLead(isOpen)
  const name = recordWords.document(file.field)
  const save = saving(file)
  /** The harmless copy, loaded once for all its uses. */
  const fetched = useRef<Promise<Bytes>>(undefined)
  async function read(): Promise<Bytes> {
    fetched.current ??= fetchBytes('records.document', file.id)
    try {
      return await fetched.current
    } catch (error) {
      fetched.current = undefined
      throw error
    }
  }
  const open = useSending(async () => show(await read()))
  const download = useSending(async () => saveFile(new Blob([await read()]), save.name))
  return (
    <li
      ref={line}
      data-document={isOpen ? 'open' : 'closed'}
      data-wide={(isOpen && isWide) || undefined}
      className="flex-col flex-nowrap items-stretch justify-start"
    >
      {/* While it is open, its buttons stay in view as long as any part of it is. */}
      <div
        className={
          isOpen ? 'contents' : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 wrap-anywhere'
        }
      >
        <p className="min-w-0">
          <strong className="flex items-center gap-2">
            <FileText aria-hidden size={18} className="shrink-0" /> {name}
          </strong>
          <span className="text-quiet">
            {[file.name, file.bytes && sizeOf(file.bytes), file.scan && recordWords.scan[file.scan]]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {may && (
          <div
            className={`flex flex-wrap items-center gap-2 ${isOpen ? 'sticky top-0 z-1 bg-panel py-2' : ''}`}
          >
            <ActionButton busy={open.busy} onClick={() => (isOpen ? show(undefined) : open.send())}>
              {isOpen ? recordWords.close : recordWords.open}
              <span className="sr-only"> {name}</span>
            </ActionButton>
            <ActionButton busy={download.busy} onClick={() => download.send()}>
              {save.label}
              <span className="sr-only"> {name}</span>
            </ActionButton>
            {file.marks && (
              <ActionButton
                aria-expanded={isOriginalAsked}
                onClick={() => setOriginalAsked(!isOriginalAsked)}
              >
                {recordWords.original}
                <span className="sr-only"> {name}</span>
              </ActionButton>
            )}
            {isOpen && (
              <span className="contents max-[72rem]:hidden">
                <ActionButton onClick={() => setWide(!isWide)}>
                  {isWide ? recordWords.narrow : recordWords.wide}
                </ActionButton>
              </span>
            )}
            <div ref={setToolRoom} className="contents" />
          </div>
        )}
      </div>
      {isOriginalAsked && <Original file={file} />}
      <Problem>{problemOf(open, download)}</Problem>
      {bytes && (
        <div
          ref={view}
          role="group"
          tabIndex={-1}
          aria-label={name}
          className={`outline-none ${isWord(file) ? '' : tall}`}
        >
          <DocumentView file={file} bytes={bytes} name={name} toolRoom={toolRoom} />
        </div>
      )}
    </li>
  )
}

/** As high as the window without what is above it; on a phone as wide as the panel. */
const tall =
  'min-h-(--viewer-height) [--viewer-height:max(18rem,100dvh-14rem)] max-desk:[&_.pdf-viewer]:-mx-5 max-desk:[&_.pdf-viewer]:rounded-none max-desk:[&_.pdf-viewer]:border-x-0 max-desk:[&_.pdf-viewer]:px-0'

/** A phone has no memory for more. */
const MOST_BYTES = 25_000_000

const PdfView = lateComponent(
  later(async () => (await import('./pdf-view.tsx')).PdfView),
  untilHere,
)

interface DocumentViewProps {
  file: RecordDocument
  bytes: Bytes
  name: string
  /** Where a viewer's own buttons are put. */
  toolRoom: HTMLElement | null
}

/** A document without active content: pixels or plain text. */
function DocumentView({ file, bytes, name, toolRoom }: DocumentViewProps) {
  if (bytes.length > MOST_BYTES) return <p>{recordWords.tooLarge}</p>
  if (isWord(file)) return <PlainText text={new TextDecoder().decode(bytes)} />
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

function PlainText({ text }: { text: string }) {
  return (
    <div
      role="region"
      aria-label={recordWords.plainText}
      tabIndex={0}
      className="rounded-control border border-line px-4 py-3 wrap-anywhere whitespace-pre-wrap max-h-120 overflow-auto"
    >
      {text || recordWords.noText}
    </div>
  )
}
