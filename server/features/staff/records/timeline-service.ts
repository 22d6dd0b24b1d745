import {
  agreementTexts,
  deskTexts,
  mailStates,
  mailTexts,
  mandateSources,
  receivedTexts,
  unreadableText,
} from '#contract/messages/staff-timeline.ts'
import type { TimelineEntry } from '#contract/schemas/staff-records.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import { mailPerson } from '#server/features/staff/mails/service.ts'
import { agreementFilesOf } from '#server/features/onboarding/agreement/store.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { recordEventsOf, type StoredRecordEvent } from '#server/platform/db/record-events.ts'
import { jobsOfRecord } from '#server/platform/jobs/store.ts'
import { type DeskRecord, mandateEventsOf } from './read-store.ts'

interface Entry extends Pick<TimelineEntry, 'kind' | 'text'> {
  at: number
  staffId?: string | null
}

/** Everything that happened to a record, newest first, from wherever it is noted. */
export async function timelineOf(
  deps: DeskStores,
  record: DeskRecord,
  people: ReadonlyMap<string, string>,
): Promise<TimelineEntry[]> {
  const { db, cipher } = deps
  const atDesk = await recordEventsOf(db, cipher, record.id)
  const jobs = await jobsOfRecord(db, record.id)
  const stateOf = mailStatesOf(jobs)
  const isPerson = record.kind === 'executives'
  const entries: Entry[] = [
    { at: record.createdAt, kind: 'received', text: receivedTexts[record.kind] },
    ...mailsAbout(jobs),
    ...atDesk.map((event) => ({ ...event, text: textOf(event, people) + (stateOf.get(event.id) ?? '') })),
    ...(isPerson ? [...(await bankEntries(deps, record)), ...(await agreementEntries(deps, record))] : []),
  ]
  return entries
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, kind, text, staffId = null }) => ({
      ...{ kind, text, at: new Date(at).toISOString() },
      by: staffId === null ? null : { id: staffId, name: people.get(staffId) ?? '' },
    }))
}

type Jobs = Awaited<ReturnType<typeof jobsOfRecord>>

function mailsAbout(jobs: Jobs): Entry[] {
  return jobs.flatMap(({ kind, status, created_at, finished_at }) => {
    const what = mailTexts[kind]
    if (what === undefined) return []
    return [{ at: finished_at ?? created_at, kind: 'mail' as const, text: `${what}: ${mailStates[status]}` }]
  })
}

/** What became of the mails that staff sent, by the id of their entry; a job that is deleted says nothing more. */
function mailStatesOf(jobs: Jobs): Map<string, string> {
  const sent = jobs.filter(({ kind }) => kind === mailPerson.name)
  return new Map(
    sent.map(({ payload, status }) => {
      const { eventId } = mailPerson.payload.parse(JSON.parse(payload))
      return [eventId, `: ${mailStates[status]}`]
    }),
  )
}

function textOf({ kind, detail }: StoredRecordEvent, people: ReadonlyMap<string, string>): string {
  if (!detail) return unreadableText
  const { text } = detail
  if (text !== undefined) return text
  if (kind === 'assigned') return deskTexts.assigned({ name: people.get(detail['to'] ?? '') ?? '' })
  return kind in deskTexts ? deskTexts[kind as keyof typeof deskTexts](detail) : kind
}

async function bankEntries({ db }: DeskStores, { id }: DeskRecord): Promise<Entry[]> {
  const events = await mandateEventsOf(db, id)
  return events.map(({ at, status, source }) => {
    return { at, kind: 'mandate', text: `Mandate ${status}, says ${mandateSources[source]}` }
  })
}

/** Acceptances as the rows have them; the rest as far back as the audit log goes. */
async function agreementEntries({ db }: DeskStores, { id }: DeskRecord): Promise<Entry[]> {
  const agreements = await agreementFilesOf(db, id)
  const entry = (at: number, text: string): Entry => ({ at, kind: 'agreement', text })
  const accepted = agreements.flatMap(({ kind, acceptedAt }) =>
    acceptedAt === null ? [] : [entry(acceptedAt, agreementTexts[kind].accepted)],
  )
  const audited = (await entriesAbout(db, id)).flatMap(({ action, at, detail }) => {
    if (action === 'confirm_link') return [entry(at, agreementTexts.link)]
    const { kind = 'agreement' } = agreements.find((one) => one.id === detail['agreement']) ?? {}
    if (action === 'show_agreement') return [entry(at, agreementTexts[kind].shown)]
    return action === 'seal' ? [entry(at, agreementTexts[kind].sealed)] : []
  })
  return [...accepted, ...audited]
}
