import { todayInIndia } from '#contract/dates.ts'
import type { RecordKind, RecordStatus, TodayAnswer } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { UNREGISTERED_MS } from '#server/features/onboarding/mandate/jobs.ts'
import { unclaimedSince } from '#server/features/onboarding/mandate/store.ts'
import { countWaiting } from '#server/features/vacancies/store.ts'
import { listJobs, retryJob } from '#server/platform/jobs/store.ts'
import { iso, gone, type DeskHandlers, ok } from '#server/features/staff/desk-rules.ts'
import { countRecords, countsByDay, funnelSince } from './store.ts'

/** Today's work, of which what was given up is tried again. */
export function todayHandlers(app: App) {
  return {
    'today.read': () => today(app),
    async 'jobs.retry'({ params, actor }) {
      if (!(await retryJob(app, params.id, actor))) return gone
      app.wakeWorker()
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

const DAYS = 30
const DAY_MS = 86_400_000
/** An agreement is waited for so long before somebody is reminded of it. */
const UNSIGNED_MS = 3 * DAY_MS
/** What waits is counted to here: who has more to do knows enough. */
const COUNTED = 10_000
/** Of what is listed one by one so many are. */
const LISTED = 100

/** What waits for somebody, and thirty days in figures. */
async function today(app: App): Promise<TodayAnswer> {
  const { db, clock } = app
  const days = lastDays(clock.now(), DAYS)
  const first = days[0] ?? { day: '', at: 0 }
  const arrived = await countsByDay(db, first.at)
  const count = (kind: RecordKind, at: number) =>
    arrived.find((one) => one.kind === kind && one.day === at)?.count ?? 0
  return {
    waiting: await waitingNow(app),
    days: days.map(({ day }, at) => {
      return { day, enquiries: count('enquiries', at), applications: count('applications', at) }
    }),
    funnel: await funnelOf(app, first),
    providers: providersOf(app),
  }
}

/** The beginnings of the last days in India, the first first. */
function lastDays(now: number, days: number): { day: string; at: number }[] {
  return Array.from({ length: days }, (_, ago) => {
    const day = todayInIndia(now - (days - 1 - ago) * DAY_MS)
    return { day, at: Date.parse(`${day}T00:00:00+05:30`) }
  })
}

async function waitingNow({ db, clock }: App): Promise<TodayAnswer['waiting']> {
  const dead = await listJobs(db, { status: 'dead', count: LISTED })
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
    jobs: dead.map(({ id, kind, last_failure, finished_at, created_at }) => ({
      ...{ id, kind, failure: last_failure ?? '' },
      at: iso(finished_at ?? created_at),
    })),
    waitingJobs: ready.map(({ id, kind, last_failure, run_at }) => ({
      ...{ id, kind, failure: last_failure ?? '', due: iso(run_at) },
    })),
    unclaimedMandates: unclaimed.map(({ createdAt, ...mandate }) => ({ ...mandate, at: iso(createdAt) })),
  }
}

async function funnelOf({ db }: App, since: { day: string; at: number }): Promise<TodayAnswer['funnel']> {
  const { steps, mandates, people } = await funnelSince(db, since)
  const of = (status: string) => people.get(status) ?? 0
  const signed = of('signed') + of('active') + of('signed_mandate_failed') + of('annex_open')
  const counts = {
    started: steps.get('started') ?? 0,
    aadhaar: steps.get('aadhaar') ?? 0,
    phone: steps.get('phone') ?? 0,
    bank: mandates,
    registered: signed + of('registered') + of('mandate_failed'),
    signed,
    active: of('active'),
  }
  return Object.entries(counts).map(([step, count]) => ({ step, count }))
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
