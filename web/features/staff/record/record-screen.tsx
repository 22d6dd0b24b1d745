import { recordWords } from '#contract/messages/staff-record.ts'
import type { RecordDetail } from '#contract/schemas/staff-records.ts'
import { whenText } from '#web/features/staff/format.ts'
import { MailToPerson } from '#web/features/staff/mails/mail-to-person.tsx'
import { useRecord } from '#web/features/staff/record-calls.ts'
import { Link, recordPath, type Place } from '#web/features/staff/router.tsx'
import { Denied, Loaded, refusalOf, Screen, Unknown } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { StatusMark } from '#web/features/staff/status-mark.tsx'
import { Documents } from './documents.tsx'
import { ExecutiveActions } from './executive-actions.tsx'
import { Facts } from './facts.tsx'
import { NoteForm } from './note-form.tsx'
import { Timeline } from './timeline.tsx'
import { WorkFields } from './work-fields.tsx'

type Place_ = Extract<Place, { is: 'record' }>

/** One record: what is known, what was sent, what was done, and what can be done. */
export function RecordScreen({ place }: { place: Place }) {
  return place.is === 'record' ? <Found {...place} /> : null
}

function Found({ kind, reference }: Place_) {
  const query = useRecord(kind, reference)
  const refused = refusalOf(query)
  if (refused) return refused === 'denied' ? <Denied /> : <Unknown />
  return (
    <Screen title={reference}>
      <Loaded query={query}>{(record) => <Parts record={{ ...record, reference }} />}</Loaded>
    </Screen>
  )
}

function Parts({ record }: { record: RecordDetail & { reference: string } }) {
  const may = { change: useMay('records.change'), note: useMay('records.note') }
  return (
    <>
      <Lead record={record} />
      <div className="desk-columns">
        <div className="desk-stack">
          <Facts record={record} />
          {record.kind !== 'enquiries' && <Documents files={record.files} />}
        </div>
        <div className="desk-stack">
          <section className="desk-panel desk-stack" aria-label={recordWords.work}>
            <WorkFields record={record} />
            {may.note && <NoteForm reference={record.reference} />}
          </section>
          <MailToPerson kind={record.kind} reference={record.reference} />
          {record.kind === 'executives' && <ExecutiveActions reference={record.reference} />}
          <Timeline entries={record.timeline} />
        </div>
      </div>
    </>
  )
}

/** Who it is and where else they are. */
function Lead({ record: { name, status, receivedAt, also } }: { record: RecordDetail }) {
  return (
    <div className="desk-lead">
      <strong>{name}</strong>
      <StatusMark status={status} />
      <span className="text-quiet">
        {recordWords.received} <time dateTime={receivedAt}>{whenText(receivedAt)}</time>
      </span>
      {also.length > 0 && (
        <span>
          {recordWords.also}{' '}
          {also.map((other) => (
            <Link key={other} href={recordPath(other)} className="link desk-reference mr-2">
              {other}
            </Link>
          ))}
        </span>
      )}
    </div>
  )
}
