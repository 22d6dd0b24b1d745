import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type * as z from 'zod/mini'
import { lateBefore, todayInIndia } from '#contract/dates.ts'
import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import {
  type TodayAnswer,
  type WorkList,
  WORK_COUNTED,
  type workPage,
} from '#contract/schemas/staff-today.ts'
import type { App } from '#server/context.ts'
import { UNREGISTERED_MS } from '#server/features/onboarding/mandate/jobs.ts'
import { unclaimedSince } from '#server/features/onboarding/mandate/store.ts'
import { countWaiting } from '#server/features/vacancies/store.ts'
import { listJobs, retryJob } from '#server/platform/jobs/store.ts'
import { iso, type DeskHandlers, ok } from '#server/features/staff/desk-rules.ts'
import { deskRecord, contactOf, readRecords } from '#server/features/records/store.ts'
import { hitsOf, makeCursor, openCursor, positionOf } from './find-service.ts'
import { readFunnel } from '#server/features/onboarding/funnel-service.ts'
import { countRecords, countsByDay } from './store.ts'
import { countWork, interviewsBetween, workOf } from './today-store.ts'

export function todayHandlers(app: App) {
  return {
    'today.read': ({ staff }) => today(app, staff.id),
    async 'today.work'({ params, query, staff }) {
      const page = await workPageOf(app, { ...params, staffId: staff.id }, query.after)
      return orRefuse(page, refused('invalid'))
    },
    async 'jobs.retry'({ params, actor }) {
      orRefuse(await retryJob(app, params.id, actor))
      app.wakeWorker()
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

const DAYS = 30
const DAY_MS = 86_400_000
/** Staff are reminded of an unsigned agreement after this time. */
const UNSIGNED_MS = 3 * DAY_MS
/** Counting stops at this number, since nobody needs an exact larger one. */
const COUNTED = 10_000
/** Entries of each list on the screen. */
const LISTED = 100

/** Returns what waits for somebody, and figures of the last thirty days. */
async function today(app: App, staffId: string): Promise<TodayAnswer> {
  const { db, clock } = app
  const days = lastDays(clock.now(), DAYS)
  const first = days[0] ?? { day: '', at: 0 }
  const arrived = await countsByDay(db, first.at)
  const count = (kind: RecordKind, at: number) =>
    arrived.find((one) => one.kind === kind && one.day === at)?.count ?? 0
  return {
    work: await workNow(app, staffId),
    waiting: await waitingNow(app),
    days: days.map(({ day }, at) => {
      return { day, enquiries: count('enquiries', at), applications: count('applications', at) }
    }),
    funnel: await readFunnel(app.db, first),
    providers: providersOf(app),
  }
}

/** Returns the beginnings of the last days in India, oldest first. */
function lastDays(now: number, days: number): { day: string; at: number }[] {
  return Array.from({ length: days }, (_, ago) => {
    const day = todayInIndia(now - (days - 1 - ago) * DAY_MS)
    return { day, at: Date.parse(`${day}T00:00:00+05:30`) }
  })
}

/** Entries of each list of work on the first screen. */
const FIRST = 6

/**
 * Returns the work to do: today's interviews, the person's own records, and those that wait longest, always with the
 * oldest enquiry.
 */
async function workNow(app: App, staffId: string): Promise<TodayAnswer['work']> {
  const { db, cipher, clock } = app
  const from = Date.parse(`${todayInIndia(clock.now())}T00:00:00+05:30`)
  const interviews = await interviewsBetween(db, { from, until: from + DAY_MS, count: LISTED })
  const first = async (of: WorkList) => {
    const rows = await workOf(db, { of, staffId }, { count: FIRST })
    // Applications arrive in large numbers, and an employer's enquiry should not wait until all of them are handled.
    const [enquiry] = rows.some(({ kind }) => kind === 'enquiries')
      ? []
      : await workOf(db, { of, staffId, kind: 'enquiries' }, { count: 1 })
    const shown = enquiry ? [...rows.slice(0, FIRST - 1), enquiry] : rows
    return hitsOf(
      app,
      shown.map((row) => deskRecord(cipher, row)),
    )
  }
  const count = (of: WorkList) => countWork(db, { of, staffId, before: beforeOf(app, of) }, WORK_COUNTED)
  const invited = await hitsOf(
    app,
    interviews.map((row) => deskRecord(cipher, row)),
  )
  return {
    interviews: invited.map((hit, at) => ({ ...hit, at: iso(interviews[at]?.interview_at ?? 0) })),
    mine: await first('mine'),
    waiting: await first('waiting'),
    counts: { mine: await count('mine'), waiting: await count('waiting'), late: await count('late') },
  }
}

/** Returns the time before which the records of a list arrived. */
function beforeOf({ clock, config }: App, of: WorkList): number | undefined {
  return of === 'late' ? lateBefore(clock.now(), config.replyDays) : undefined
}

const PAGE_ROWS = 50

/** Returns a page of a list of work; undefined for an invalid cursor. */
async function workPageOf(
  app: App,
  work: { of: WorkList; staffId: string },
  cursor: string | undefined,
): Promise<z.output<typeof workPage> | undefined> {
  const { db, cipher } = app
  const after = cursor === undefined ? undefined : positionOf(openCursor(cipher, 'work', cursor) ?? [])
  if (cursor !== undefined && after === undefined) return undefined
  const before = beforeOf(app, work.of)
  const rows = await workOf(db, { ...work, before }, { after, count: PAGE_ROWS + 1 })
  const shown = rows.slice(0, PAGE_ROWS)
  const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined
  return {
    rows: await hitsOf(
      app,
      shown.map((row) => deskRecord(cipher, row)),
    ),
    next: last ? makeCursor(cipher, 'work', [last.created_at, last.id]) : null,
  }
}

/** Returns the names of the records that jobs belong to, by their ids. */
async function namesOf(app: App, jobs: readonly { record_id: string | null }[]) {
  const ids = jobs.flatMap(({ record_id: id }) => (id === null ? [] : [id]))
  const records = await readRecords(app, [...new Set(ids)])
  return new Map(records.map((one) => [one.id, { reference: one.reference, name: contactOf(one).name }]))
}

async function waitingNow(app: App): Promise<TodayAnswer['waiting']> {
  const { db, clock } = app
  const dead = await listJobs(db, { status: 'dead', count: LISTED })
  const names = await namesOf(app, dead)
  const ready = await listJobs(db, { status: 'ready', count: LISTED })
  const unclaimed = await unclaimedSince(db, { before: clock.now() - UNREGISTERED_MS, count: LISTED })
  const count = (kind: RecordKind, status: RecordStatus, before?: number) =>
    countRecords(db, { kind, status, before }, COUNTED)
  return {
    enquiries: await count('enquiries', 'new'),
    applications: await count('applications', 'new'),
    failedMandates: await count('executives', 'mandate_failed'),
    failedAfterSigning: await count('executives', 'signed_mandate_failed'),
    openAnnexes: await count('executives', 'annex_open'),
    unsigned: await count('executives', 'registered', clock.now() - UNSIGNED_MS),
    closingVacancies: await countWaiting(db, 'closing', clock.now()),
    quietVacancies: await countWaiting(db, 'quiet', clock.now()),
    fullVacancies: await countWaiting(db, 'full', clock.now()),
    jobs: dead.map(({ id, kind, last_failure, finished_at, created_at, record_id }) => ({
      ...{ id, kind, failure: last_failure ?? '', record: names.get(record_id ?? '') ?? null },
      at: iso(finished_at ?? created_at),
    })),
    waitingJobs: ready.map(({ id, kind, last_failure, run_at }) => ({
      ...{ id, kind, failure: last_failure ?? '', due: iso(run_at) },
    })),
    unclaimedMandates: unclaimed.map(({ createdAt, ...mandate }) => ({ ...mandate, at: iso(createdAt) })),
  }
}

const states = { closed: 'closed', open: 'open', probing: 'trying' } as const

function providersOf({ breakers, config }: App): TodayAnswer['providers'] {
  const { mail, aadhaar, sms, mandate } = config
  const providers: Record<string, { provider: string }> = { mail, aadhaar, sms, gateway: mandate.gateway }
  const guarded = breakers.map(({ provider, state }) => [provider, states[state()]] as const)
  const known = new Map<string, (typeof states)[keyof typeof states]>([['mail', 'closed'], ...guarded])
  return [...known].map(([name, state]) => ({
    ...{ name, state },
    sandbox: providers[name]?.provider === 'sandbox',
  }))
}
