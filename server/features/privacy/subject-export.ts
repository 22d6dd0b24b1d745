import { defaultLanguage } from '#contract/messages/languages.ts'
import { listEvents } from '#server/features/onboarding/agreement/chain-store.ts'
import { type Agreement, agreementsOf } from '#server/features/onboarding/agreement/store.ts'
import { findApplication } from '#server/features/careers/store.ts'
import { findEnquiry } from '#server/features/enquiries/store.ts'
import { eventsOf } from '#server/features/onboarding/mandate/events-store.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { snakeRow } from '#server/platform/db/camel-row.ts'
import type { MandateRow } from '#server/platform/db/onboarding-rows.ts'
import { consentsOf, findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { recordsNamed } from '#server/platform/db/records.ts'
import { recordEventsOf } from '#server/platform/db/record-events.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import type { Person, PrivacyDeps } from './person.ts'

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Everything that is held about a person, and in how many rows; the audit log records it before it is answered. */
export async function answerSubject(
  deps: PrivacyDeps,
  { person, by, actor }: { person: Person; by: string; actor: string },
) {
  const held = await exportSubject(deps, person)
  const rows = Object.values(person.rows).flat().length
  await appendAudit(
    deps.db,
    { action: 'subject_export', actor, detail: { by, rows, records: person.references.join(' ') } },
    deps.clock.now(),
  )
  return { held, rows }
}

/**
 * Everything that is held about a person, decrypted, without keyed indices and internal ids; documents are named and not
 * contained. Throws `DecryptError` where a row was altered.
 */
export async function exportSubject(deps: PrivacyDeps, person: Person): Promise<Record<string, unknown>> {
  const { rows } = person
  const each = <Value>(ids: readonly string[], read: (id: string) => Promise<Value>) =>
    Promise.all(ids.map(read))
  const jobs = await jobsNaming(deps.db, Object.values(rows).flat())
  return {
    exported_at: iso(deps.clock.now()),
    enquiries: await each(rows.enquiries, (id) => enquiryOf(deps, id)),
    applications: await each(rows.applications, (id) => applicationOf(deps, id)),
    registrations: await each(rows.executives, (id) => registrationOf(deps, id)),
    mandates: await each(rows.mandates, (id) => mandateOf(deps, id)),
    sessions: person.sessions.length,
    messages_queued_or_sent: jobs.map(({ kind, created_at, status }) => ({
      ...{ kind, status },
      created_at: iso(created_at),
    })),
  }
}

async function enquiryOf({ db, cipher }: PrivacyDeps, id: string) {
  const enquiry = await findEnquiry(db, cipher, id)
  if (!enquiry) return undefined
  const { createdAt, noticeWords: notice_words = null, ...rest } = enquiry
  return {
    ...rest,
    notice_words,
    created_at: iso(createdAt),
    ...(await workOn({ db, cipher }, 'enquiries', id)),
  }
}

async function applicationOf({ db, cipher }: PrivacyDeps, id: string) {
  const application = await findApplication(db, cipher, id)
  if (!application) return undefined
  const { createdAt, documents, noticeWords: notice_words = null, ...rest } = application
  const work = await workOn({ db, cipher }, 'applications', id)
  return { ...rest, notice_words, created_at: iso(createdAt), documents, ...work }
}

async function registrationOf({ db, cipher }: PrivacyDeps, id: string) {
  const found = await findExecutive(db, cipher, id)
  if (!found) return undefined
  const { aadhaar_index, email_index, phone_index, created_at, assigned_to, version, ...person } = found
  const consents = await consentsOf(db, id)
  return {
    ...person,
    created_at: iso(created_at),
    consents: consents.map(({ given_at, verified_at, language, ...consent }) => ({
      ...consent,
      language: language ?? defaultLanguage,
      given_at: iso(given_at),
      verified_at: iso(verified_at),
    })),
    agreements: await agreementsHeld({ db, cipher }, id),
    ...(await workOn({ db, cipher }, 'executives', id)),
  }
}

type Stores = Pick<PrivacyDeps, 'db' | 'cipher'>

/** What staff did with a record: its status and what was noted of it; who did so is no matter of the person's. */
async function workOn({ db, cipher }: Stores, kind: RecordKind, id: string) {
  const [named] = await recordsNamed(db, kind, [id])
  const { reference = null, status = null } = named ?? {}
  const events = await recordEventsOf(db, cipher, id)
  return {
    reference,
    status,
    work: events.map(({ at, kind: what, detail = {} }) => ({ at: iso(at), what, ...detail })),
  }
}

/** The agreement and the annexes to it. */
async function agreementsHeld({ db, cipher }: Pick<PrivacyDeps, 'db' | 'cipher'>, executiveId: string) {
  const agreements = await agreementsOf(db, cipher, executiveId)
  return Promise.all(
    agreements.map(async ({ id, kind, reference, form, signed, acceptedAt }) => {
      const events = await listEvents(db, cipher, id)
      return {
        ...{ kind, reference },
        accepted_at: iso(acceptedAt),
        form: form ? exportedForm(form) : null,
        signed: signed ?? null,
        events: events.map(({ at, event }) => ({ at: iso(at), ...event })),
      }
    }),
  )
}

async function mandateOf({ db, cipher }: PrivacyDeps, id: string) {
  const found = await findMandate(db, cipher, { id })
  if (!found) return undefined
  const { holder_index, session_id, created_at, ask_at, wiped_at, ...mandate } = snakeRow<MandateRow>(found)
  const events = await eventsOf(db, cipher, id)
  return {
    ...mandate,
    created_at: iso(created_at),
    learnt: events.map(({ at, ...event }) => ({ at: iso(at), ...event })),
  }
}

/** The form under the names that this export has had since its first version. */
function exportedForm({ data: facts, ...form }: NonNullable<Agreement['form']>) {
  return { facts, ...form }
}
