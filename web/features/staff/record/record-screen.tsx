import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { mailMessages } from '#contract/messages/staff-mails.ts'
import { recordWords, sameReason } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import type { RecordDetail, RecordKind, TimelineEntry } from '#contract/schemas/staff-records.ts'
import { useCall, useSend } from '#web/features/staff/calls.ts'
import { readSelection } from '#web/features/staff/lists/filter-bar.tsx'
import { StatusMark, whenText } from '#web/features/staff/format.tsx'
import { MailToPerson } from './mail-to-person.tsx'
import { useRecord, type NamedRecord } from '#web/features/staff/records.ts'
import { Link, placeAt, RecordLink, recordPath, useOrigin, type Place } from '#web/features/staff/router.tsx'
import { Denied, leadIn, Loaded, Panel, Screen, Unknown } from '#web/features/staff/screen.tsx'
import { CallError, useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { Documents } from './documents.tsx'
import { Asked, ExecutiveActions, Facts, telephone } from './facts.tsx'
import { VacanciesOfEnquiry, VacanciesOfPerson } from '#web/features/staff/vacancies/of-record.tsx'
import { NoteForm } from './note-form.tsx'
import { WorkFields } from './work-fields.tsx'

/** One record: what is known, what was sent, what was done, and what can be done. */
export function RecordScreen({ place }: { place: Place }) {
  return place.is === 'record' ? <Found {...place} /> : null
}

type Named = Omit<Extract<Place, { is: 'record' }>, 'is'>

function Found({ kind, reference }: Named) {
  const query = useRecord({ kind, reference })
  const refused = refusalOf(query.error)
  if (refused) return refused === 'denied' ? <Denied /> : <Unknown />
  const name = query.data?.name
  return (
    <Screen
      title={name || reference}
      code={name && reference}
      tab={reference}
      actions={<Ways kind={kind} reference={reference} />}
    >
      <Loaded query={query}>{(record) => <Parts record={{ ...record, reference }} />}</Loaded>
    </Screen>
  )
}

/** Links back, and to the neighbours of the record in the list that it was opened from. */
function Ways({ kind, reference }: Named) {
  const address = new URL(useOrigin()?.address ?? staffPages.home, location.href)
  const place = placeAt(address.pathname)
  const isListed = place.is === 'list' && place.kind === kind
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Back kind={kind} />
      {isListed && <Beside kind={kind} reference={reference} query={address.search.slice(1)} />}
    </div>
  )
}

function Beside({ kind, reference, query }: Named & { query: string }) {
  const given = { params: { kind, reference }, query: readSelection(kind, query) }
  // The neighbours when the record was opened: a change may move it within its list, or out of it.
  const { data } = useCall('records.neighbours', given, { staleTime: Infinity })
  return (
    <div className="flex flex-wrap gap-2">
      {data?.previous && (
        <Link href={recordPath(data.previous)} rel="prev" className="button button-quiet">
          <ChevronLeft aria-hidden size={18} /> {recordWords.previous}
        </Link>
      )}
      {data?.next && (
        <Link href={recordPath(data.next)} rel="next" className="button button-quiet">
          {recordWords.next} <ChevronRight aria-hidden size={18} />
        </Link>
      )}
    </div>
  )
}

/** Leads to the results or list that the record was opened from, unchanged; without any, to the whole list. */
function Back({ kind }: { kind: RecordKind }) {
  const { address, back } = useOrigin() ?? { address: staffPages[kind] }
  const { is } = placeAt(new URL(address, location.href).pathname)
  const words =
    is === 'search' || is === 'today' || is === 'work'
      ? recordWords.backTo[is]
      : is === 'board' || is === 'vacancyBoard'
        ? recordWords.backTo.board
        : recordWords.backTo.list
  return (
    <Link href={address} back={back} className="link">
      {words(screenNames[kind])}
    </Link>
  )
}

/** Returns whether a query was refused permanently: by the role, or because nothing is there. */
function refusalOf(error: Error | null): 'denied' | 'unknown' | undefined {
  if (!(error instanceof CallError)) return undefined
  const { code, status } = error.failure.cause
  if (code === 'denied') return 'denied'
  return status === 404 ? 'unknown' : undefined
}

function Parts({ record }: { record: NamedRecord }) {
  const mayNote = useMay('records.note')
  return (
    <>
      <Lead record={record} />
      <div className="grid grid-cols-1 gap-3 max-[72rem]:[&_:is(a,button,input,select,textarea)]:scroll-mb-28 min-[72rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[72rem]:has-data-wide:grid-cols-1 print:grid-cols-1">
        <div className="stack">
          <Asked record={record} />
          {record.kind === 'enquiries' && <VacanciesOfEnquiry reference={record.reference} />}
          {record.kind === 'applications' && <VacanciesOfPerson reference={record.reference} />}
          {record.kind !== 'enquiries' && <Documents record={record} />}
          <Facts record={record} />
        </div>
        <div className="stack">
          <section className="panel print:hidden" aria-label={recordWords.work}>
            <WorkFields record={record} />
            {mayNote && <NoteForm kind={record.kind} reference={record.reference} />}
          </section>
          <div className="contents print:hidden">
            <MailToPerson kind={record.kind} reference={record.reference} name={record.name} />
            {record.kind === 'executives' && <ExecutiveActions reference={record.reference} />}
          </div>
          <Timeline entries={record.timeline} />
        </div>
      </div>
      {mayNote && <Shortcuts {...record} />}
    </>
  )
}

/** A bar that stays in the window in one column: it leads to the most frequent actions, which are far below there. */
function Shortcuts({ kind, reference }: Named) {
  const [said, setSaid] = useState('')
  const mayCall = useMay('records.contact')
  const contact = useSend('records.contact', ({ phone }) => {
    if (phone) dial(phone)
    else setSaid(recordWords.noPhone)
  })
  return (
    <div className="sticky bottom-0 z-2 -mx-4 mt-3 grid auto-cols-fr grid-flow-col gap-2 border-t border-line bg-paper px-4 py-2 min-[72rem]:hidden desk:-mx-8 desk:px-8 print:hidden">
      {mayCall && (
        <ActionButton
          busy={contact.busy}
          onClick={() => {
            setSaid('')
            contact.send({ params: { kind, reference } })
          }}
        >
          {recordWords.call}
        </ActionButton>
      )}
      <ActionButton onClick={() => leadIn(mailMessages.title)}>{recordWords.write}</ActionButton>
      <ActionButton onClick={() => leadIn(recordWords.work)}>{recordWords.toWork}</ActionButton>
      <div role="alert" className="col-span-full empty:hidden">
        {contact.problem || said}
      </div>
    </div>
  )
}

/** Calls an Indian number. */
function dial(phone: string): void {
  Object.assign(document.createElement('a'), { href: telephone(phone) }).click()
}

/** How far the record is, and other records of the person. */
function Lead({ record }: { record: RecordDetail }) {
  const mayErase = useMay('privacy.records')
  const { status, assignedTo, receivedAt, also, superseded, supersededBy, supersedes } = record
  return (
    <div className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1 wrap-anywhere">
      <StatusMark status={status} />
      {assignedTo && (
        <span className="hidden print:inline">
          {recordWords.assigned}: {assignedTo.name}
        </span>
      )}
      <span className="text-quiet">
        {recordWords.received} <time dateTime={receivedAt}>{whenText(receivedAt)}</time>
      </span>
      {mayErase && (
        <Link href={`${staffPages.privacy}?reference=${record.reference}`} className="link print:hidden">
          {recordWords.privacy}
        </Link>
      )}
      {superseded && (
        <span>
          <strong>{recordWords.superseded}</strong>
          {supersededBy !== null && (
            <>
              {' '}
              {recordWords.supersededBy} <RecordLink reference={supersededBy} />
            </>
          )}
        </span>
      )}
      {supersedes.length > 0 && (
        <span>
          {recordWords.supersedes}{' '}
          {supersedes.map((reference) => (
            <span key={reference} className="mr-2">
              <RecordLink reference={reference} />
            </span>
          ))}
        </span>
      )}
      {also.length > 0 && (
        <span>
          {recordWords.also}{' '}
          {also.map(({ reference, ...why }) => (
            <span key={reference} className="mr-2">
              <RecordLink reference={reference} /> <span className="text-quiet">({sameReason(why)})</span>
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** Everything that happened to a record, newest first. */
function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Panel title={recordWords.timeline}>
      <ol className="grid gap-3 border-l-2 border-line pl-4 text-[0.9375rem]">
        {entries.map(({ at, kind, by, text }, place) => (
          <li
            key={`${at} ${kind} ${entries.length - place}`}
            data-kind={kind}
            className="relative before:absolute before:top-1.5 before:left-[calc(-1rem-5px)] before:size-2 before:rounded-full before:bg-edge data-[kind=note]:before:bg-accent data-[kind=status]:before:bg-accent"
          >
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-quiet">
              <time dateTime={at}>{whenText(at)}</time>
              {by && ` · ${by.name}`}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
