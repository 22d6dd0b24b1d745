import type { Database } from '#server/platform/db/schema.ts'
import { LINK_LIFE_MS } from '#server/features/careers/rules.ts'
import { SENDS_KEPT_MS } from '#server/features/onboarding/identity/jobs.ts'
import {
  CHALLENGE_LIFE_MS,
  INVITATION_LIFE_MS,
  STAFF_IDLE_MS,
  STAFF_LIFE_MS,
} from '#server/features/staff/access/rules.ts'
import { IDLE_MS, LIFE_MS } from '#server/platform/sessions/store.ts'

const DAY_MS = 24 * 60 * 60_000
/** With a leap day: what must be kept for a year is not deleted earlier. */
const YEAR_MS = 366 * DAY_MS

type Table = keyof Database

/** How long something stays. A row is past its period once one of its times is; it stays where the time is null. */
export interface Period {
  /** Its name for operators: a table, or part of one. */
  name: string
  table: Table
  /**
   * How rows are deleted, unless by themselves: `sent` with what staff noted and their files, `account` empties a mandate's personal columns, `log` oldest first.
   */
  way?: 'sent' | 'account' | 'records' | 'log'
  /** Milliseconds after the time in each of these columns; of `account` and `records`, after the mandate's end. */
  after: Record<string, number>
  /** Only rows with this value in this column. */
  only?: { column: string; value: string }
  /** Also deleted every few minutes by a scheduled task of its own, without an entry in the audit log. */
  short?: true
}

/** What lasts minutes or hours. */
const short: readonly Period[] = [
  { name: 'sessions', table: 'sessions', after: { used_at: IDLE_MS, created_at: LIFE_MS } },
  {
    name: 'links to replace an application',
    table: 'application_links',
    after: { created_at: LINK_LIFE_MS },
  },
  { name: 'paused registrations', table: 'paused_registrations', after: { ends_at: 0 } },
  { name: 'codes', table: 'one_time_codes', after: { expires_at: SENDS_KEPT_MS } },
  { name: 'code sends', table: 'code_sends', after: { sent_at: SENDS_KEPT_MS } },
  {
    name: 'sessions of staff',
    table: 'staff_sessions',
    after: { used_at: STAFF_IDLE_MS, created_at: STAFF_LIFE_MS },
  },
  { name: 'enrolment links', table: 'staff_invitations', after: { created_at: INVITATION_LIFE_MS } },
  { name: 'challenges of passkeys', table: 'staff_challenges', after: { created_at: CHALLENGE_LIFE_MS } },
  { name: 'counts of limits', table: 'use_counts', after: { ends_at: 0 } },
]

/**
 * What the privacy policy promises (`contract/messages/en/legal/privacy.md`), and what it leaves open, in the order of
 * deletion.
 */
export const periods: readonly Period[] = [
  ...(['enquiries', 'applications'] as const).map((kind): Period => ({
    ...{ name: kind, table: 'records', way: 'sent', after: { created_at: YEAR_MS } },
    only: { column: 'kind', value: kind },
  })),
  { name: 'gateway answers', table: 'mandate_events', after: { at: YEAR_MS } },
  { name: 'bank details', table: 'mandates', way: 'account', after: { end: YEAR_MS } },
  { name: 'mandates', table: 'mandates', way: 'records', after: { end: 8 * YEAR_MS } },
  {
    name: 'done jobs',
    table: 'jobs',
    after: { finished_at: 7 * DAY_MS },
    only: { column: 'status', value: 'done' },
  },
  { name: 'dead jobs', table: 'jobs', after: { finished_at: YEAR_MS } },
  { name: 'digests', table: 'digests', after: { until_at: YEAR_MS } },
  { name: 'sandbox entries', table: 'sandbox_entries', after: { expires_at: 0 } },
  { name: 'webhook deliveries', table: 'webhook_deliveries', after: { created_at: 30 * DAY_MS } },
  { name: 'tombstones', table: 'erasures', after: { at: 400 * DAY_MS } },
  { name: 'audit log', table: 'audit_log', way: 'log', after: { at: 400 * DAY_MS } },
  ...short.map((period) => ({ ...period, short: true as const })),
]

/** Tables whose rows are not deleted by time. */
export const lasting: Partial<Record<Table, string>> = {
  executives:
    'as long as the agreement runs and claims can be made under it; then an operator erases the person',
  staff: 'a disabled person stays named in what they did',
  staff_passkeys: 'until its owner or an owner of the desk removes it',
  record_links: 'with the person',
  consents: 'with the person',
  agreements: 'with the person',
  application_files: 'with the application',
  session_photos: 'with the session',
  pending_files: 'swept after an hour',
  record_events: 'with the record',
  search_tokens: 'with the record',
  staff_views: 'until its owner deletes it, or a person whom it names is erased',
  key_check: 'nothing personal',
  seal_keys: 'nothing personal',
  schedules: 'nothing personal',
  clock_watch: 'nothing personal',
  audit_ends: 'nothing personal',
  funnel_counts: 'nothing personal',
  webhook_endpoints: 'until they are disabled: nothing personal',
  vacancies: 'nothing personal but who agreed at the employer, who goes with their enquiry',
  vacancy_revisions: 'nothing personal',
  vacancy_candidates: 'with the application',
  document_requests: 'with the record',
  reminders: 'with the record',
}
