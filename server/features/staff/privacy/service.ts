import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type * as z from 'zod/mini'
import { privacyMessages } from '#contract/messages/staff-refusals.ts'
import type {
  AuditList,
  DueList,
  ErasurePreview,
  PersonNamed,
  PersonRecords,
  subjectFile,
} from '#contract/schemas/staff-privacy.ts'
import { deletePausedOf } from '#server/features/onboarding/registration/pause-store.ts'
import { erasePerson, warningsOf, wouldErase } from '#server/features/privacy/erasure-store.ts'
import {
  type PersonQuery,
  contactNamed,
  type Named,
  namedBy,
  type Person,
  personWith,
  type Privacy,
  sessionsNamed,
} from '#server/features/privacy/person.ts'
import { answerSubject } from '#server/features/privacy/subject-export.ts'
import { type StaffMember, iso, type DeskHandlers } from '#server/features/staff/desk-rules.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import type { App } from '#server/context.ts'
import { limitSearch } from '#server/features/staff/desk-limits.ts'
import { listEndpoints } from '#server/features/staff/webhooks/store.ts'
import { isId } from '#server/platform/ids.ts'
import { contactOf, readRecords, recordsNamed } from '#server/features/records/store.ts'
import { appendAudit, entriesBefore } from '#server/platform/audit/log.ts'
import { endAllSessions, endSessionsWith } from '#server/platform/sessions/store.ts'
import { todayInIndia } from '#contract/dates.ts'
import { clockJump, confirmClock, PAUSE_MS } from '#server/platform/clock-watch.ts'
import { countAllExpired, recordsDue } from '#server/features/privacy/retention-store.ts'

/** The owners' calls for people's requests, the retention periods and the audit log. */
export function privacyHandlers(app: App) {
  return {
    'privacy.records': ({ body, staff }) => personRecordsOf(app, body, staff),
    async 'privacy.subject'({ body, actor, reply }) {
      const held = await subjectData(app, body, actor)
      reply.header('content-disposition', 'attachment; filename="subject.json"')
      return held
    },
    'privacy.previewErasure': ({ body }) => previewErasure(app, body),
    'privacy.erase': ({ body, actor }) => eraseShown(app, body, actor),
    'privacy.endSessions': ({ body, actor }) => endSessionsOf(app, body, actor),
    'privacy.endAllSessions': ({ actor }) => endEverySession(app, actor),
    async 'privacy.retention'() {
      const counts = Object.entries(await countAllExpired(app))
      return { periods: counts.map(([name, count]) => ({ name, count })), pause: await pauseOf(app) }
    },
    'privacy.due': ({ query }) => dueRecords(app, query.after),
    'privacy.confirmClock': ({ actor }) => confirmClockFor(app, actor),
    'audit.read': ({ query }) => auditPage(app, query.before),
  } satisfies Partial<DeskHandlers>
}

/** Parses what to search for; refuses what is neither an e-mail nor a phone. */
function understood({ by, value }: PersonNamed): PersonQuery {
  const query = by === 'reference' ? { id: value } : contactNamed(by, value)
  if (query) return query
  const message = { text: by === 'email' ? privacyMessages.email : privacyMessages.phone }
  throw refused({ code: 'invalid', errors: [{ field: 'value', message }] })
}

const unknown = refused('not_found', { text: privacyMessages.unknown })

/** Returns the person of the record that an owner named and of those that they added. */
async function namedPerson(deps: Privacy, asked: PersonNamed): Promise<Person> {
  const query = understood(asked)
  const named = orRefuse(await namedBy(deps, query), unknown)
  const notRelated = refused('changed_meanwhile', { text: privacyMessages.notRelated })
  const person = orRefuse(await personWith(deps, named, asked.added), notRelated)
  if (person.references.length > 0) return person
  // A named record may have been erased a moment ago.
  throw asked.by === 'reference' ? unknown : refused('invalid', { text: privacyMessages.noRecord })
}

/** Returns the named records and the related ones with their reasons; by e-mail or phone this counts as a search. */
async function personRecordsOf(deps: App, asked: PersonNamed, staff: StaffMember): Promise<PersonRecords> {
  const query = understood(asked)
  const { by } = asked
  const find = () => namedBy(deps, query)
  const count = (found: Named | undefined) => found?.related.length ?? 0
  const looked = await (by === 'reference' ? find() : limitSearch(deps, staff, { by, find, count }))
  const named = orRefuse(looked, unknown)
  const related = named.related.map(({ reference, same, verified, canAdd }) => {
    return { reference, same: [...same], verified, canAdd }
  })
  const { references: records } = named
  const people = await peopleOf(deps, [...records, ...related.map(({ reference }) => reference)])
  return { records, people, related }
}

/** Returns name and time of arrival of records by their references; a mandate has neither. */
async function peopleOf(deps: App, references: readonly string[]): Promise<PersonRecords['people']> {
  const found = await readRecords(deps, references, 'reference')
  return Object.fromEntries(
    found.map((one) => [one.reference, { name: contactOf(one).name, receivedAt: iso(one.createdAt) }]),
  )
}

async function subjectData(
  deps: Privacy,
  named: PersonNamed,
  actor: string,
): Promise<z.input<typeof subjectFile>> {
  const person = await namedPerson(deps, named)
  const { held } = await answerSubject(deps, {
    person,
    by: named.by === 'reference' ? 'id' : named.by,
    actor,
  })
  return held as z.input<typeof subjectFile>
}

/** Returns what erasing a person would delete, and warnings for the owner. */
async function previewErasure(deps: Privacy, named: PersonNamed): Promise<ErasurePreview> {
  const person = await namedPerson(deps, named)
  return { counts: await wouldErase(deps, person), ...(await warningsOf(deps, person)) }
}

/** Erases a person if that deletes no more than was shown to the owner. */
async function eraseShown(
  deps: Privacy,
  { shown, ...named }: PersonNamed & { shown: Record<string, number> },
  actor: string,
): Promise<{ counts: Record<string, number>; filesLeft: number }> {
  const person = await namedPerson(deps, named)
  const now = await wouldErase(deps, person)
  // Fewer rows are allowed, since short-lived rows are deleted all the time.
  const isMore = Object.entries(now).some(([table, count]) => count > (shown[table] ?? 0))
  if (isMore) throw refused('changed_meanwhile', { text: privacyMessages.otherNow })
  return erasePerson(deps, person, actor)
}

/** Ends the sessions of people who registered with this contact or typed this phone; what they sent stays. */
async function endSessionsOf(deps: Privacy, asked: PersonNamed, actor: string): Promise<{ ended: number }> {
  const query = understood(asked)
  const person = orRefuse(await sessionsNamed(deps, query), unknown)
  const [reference = null] = person.executives
  await noteEnd(deps, { of: 'person', reference, actor })
  // A paused registration counts as a session.
  const waiting = 'phone' in query ? await deletePausedOf(deps.db, deps.cipher, [query.phone]) : 0
  return { ended: waiting + (await endSessionsWith(deps, person.executives, { others: person.sessions })) }
}

/** Ends the sessions of all visitors; unused verifications are lost. */
async function endEverySession(deps: Privacy, actor: string): Promise<{ ended: number }> {
  await noteEnd(deps, { of: 'all', reference: null, actor })
  return { ended: await endAllSessions(deps.db) }
}

/** Returns why and until when deletion pauses; null if it does not. */
async function pauseOf({ db, clock }: Privacy) {
  const jump = await clockJump(db, clock.now())
  return jump ? { from: iso(jump.from), to: iso(jump.to), until: iso(jump.to + PAUSE_MS) } : null
}

/** Ends the pause of deletion, with an audit entry; does nothing if there is no pause. */
function confirmClockFor({ db, clock }: Privacy, actor: string): Promise<{ ok: true }> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const jump = await clockJump(trx, now)
    if (jump) {
      await confirmClock(trx, now)
      const detail = { from: iso(jump.from), to: iso(jump.to) }
      await appendAudit(trx, { action: 'confirm_clock', actor, detail }, now)
    }
    return { ok: true }
  })
}

const PAGE_DUE = 50

/** Returns a page of the records that are deleted next, by their names at the desk. */
async function dueRecords(app: Privacy, after: string | undefined): Promise<DueList> {
  const found = await recordsDue(app, { after, count: PAGE_DUE + 1 })
  const page = found.slice(0, PAGE_DUE)
  const last = found.length > PAGE_DUE ? page.at(-1) : undefined
  return {
    records: page.map(({ record, dueAt }) => {
      return { reference: record.reference, name: contactOf(record).name, due: todayInIndia(dueAt) }
    }),
    next: last?.cursor ?? null,
  }
}

function noteEnd(
  { db, clock }: Privacy,
  { of, ...entry }: { of: 'person' | 'all'; reference: string | null; actor: string },
) {
  return appendAudit(db, { ...entry, action: 'end_sessions', detail: { of } }, clock.now())
}

const PAGE_ENTRIES = 100

/** Returns a page of the audit log, newest first, with the names of people at the desk. */
async function auditPage(deps: Privacy, before: number | undefined): Promise<AuditList> {
  const found = await entriesBefore(deps.db, before, PAGE_ENTRIES + 1)
  const entries = found.slice(0, PAGE_ENTRIES)
  const names = await namesIn(deps, entries)
  const last = found.length > PAGE_ENTRIES ? entries.at(-1) : undefined
  return {
    entries: entries.map(({ seq, at, action, actor, reference, detail }) => ({
      ...{ seq, at: new Date(at).toISOString(), action },
      reference: reference && (names.get(reference) ?? (isId(reference) ? null : reference)),
      actor: actorName(actor, names),
      detail: namedDetail(JSON.parse(detail), names),
    })),
    next: last?.seq ?? null,
  }
}

/** Returns the names of people at the desk, records and webhooks whose ids the entries contain. */
async function namesIn(deps: Privacy, entries: readonly { reference: string | null }[]) {
  const ids = entries.flatMap(({ reference }) => (reference && isId(reference) ? [reference] : []))
  return new Map([
    ...(await staffNames(deps)),
    ...(await listEndpoints(deps)).map(({ id, url }) => [id, url] as const),
    ...(ids.length === 0 ? [] : await recordsNamed(deps.db, ids)).map(
      ({ id, reference: of }) => [id, of ?? ''] as const,
    ),
  ])
}

/** Replaces the id of the enrolment link's maker by their name. */
function namedDetail(detail: Record<string, string>, names: ReadonlyMap<string, string>) {
  const { link_by: id } = detail
  return id === undefined ? detail : { ...detail, link_by: names.get(id) ?? '' }
}

function actorName(actor: string, names: ReadonlyMap<string, string>): string {
  const [kind = '', id = ''] = actor.split(':')
  return kind === 'staff' ? names.get(id) || actor : kind
}
