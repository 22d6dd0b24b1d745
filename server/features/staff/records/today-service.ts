import type { RecordKind, RecordStatus, TodayAnswer } from '#contract/schemas/staff-records.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import { listJobs } from '#server/platform/jobs/store.ts'
import { type DeskDeps, iso } from '#server/features/staff/desk-rules.ts'
import { arrivalOf, branchesOf } from './list-rules.ts'
import { countRows } from './list-store.ts'
import { lastDays, mandatesSince, registrationsSince, stepsSince } from './today-store.ts'

export interface TodayDeps extends DeskDeps {
  breakers: readonly Breaker[]
  config: { mail: Provider; aadhaar: Provider; sms: Provider; mandate: { gateway: Provider } }
}

interface Provider {
  provider: string
}

const DAYS = 30
const DAY_MS = 86_400_000
/** An agreement is waited for so long before somebody is reminded of it. */
const UNSIGNED_MS = 3 * DAY_MS
/** What waits is counted to here: who has more to do knows enough. */
const COUNTED = 10_000
/** Jobs given up that are listed. */
const JOBS = 100

/** What waits for somebody, and thirty days in figures. */
export async function today(deps: TodayDeps): Promise<TodayAnswer> {
  const { db, clock } = deps
  const days = lastDays(clock.now(), DAYS)
  return {
    waiting: await waitingNow(deps),
    days: await Promise.all(
      days.map(async ({ day }) => {
        const range = { branches: [{}], arrival: arrivalOf({ from: day, to: day }) }
        const count = (kind: RecordKind) => countRows(db, kind, range)
        return { day, enquiries: await count('enquiries'), applications: await count('applications') }
      }),
    ),
    funnel: await funnelOf(deps, days[0] ?? { day: '', at: 0 }),
    providers: providersOf(deps),
  }
}

async function waitingNow({ db, clock }: TodayDeps): Promise<TodayAnswer['waiting']> {
  const jobs = await listJobs(db, { statuses: ['dead'], count: JOBS })
  const count = async (kind: RecordKind, status: RecordStatus, before = Number.MAX_SAFE_INTEGER) => {
    const branches = branchesOf(kind, { status }, undefined)
    const found = await countRows(db, kind, { branches, arrival: { from: 0, before }, most: COUNTED })
    return Math.min(found, COUNTED)
  }
  return {
    enquiries: await count('enquiries', 'new'),
    applications: await count('applications', 'new'),
    failedMandates: await count('executives', 'mandate_failed'),
    failedAfterSigning: await count('executives', 'signed_mandate_failed'),
    openAnnexes: await count('executives', 'annex_open'),
    unsigned: await count('executives', 'registered', clock.now() - UNSIGNED_MS),
    jobs: jobs.map(({ id, kind, last_failure, finished_at, created_at }) => ({
      ...{ id, kind, failure: last_failure ?? '' },
      at: iso(finished_at ?? created_at),
    })),
  }
}

async function funnelOf(
  { db }: TodayDeps,
  { day, at }: { day: string; at: number },
): Promise<TodayAnswer['funnel']> {
  const steps = await stepsSince(db, day)
  const people = await registrationsSince(db, at)
  const of = (status: string) => people.get(status) ?? 0
  const signed = of('signed') + of('active') + of('signed_mandate_failed') + of('annex_open')
  const counts = {
    started: steps.get('started') ?? 0,
    aadhaar: steps.get('aadhaar') ?? 0,
    phone: steps.get('phone') ?? 0,
    bank: await mandatesSince(db, at),
    registered: signed + of('registered') + of('mandate_failed'),
    signed,
    active: of('active'),
  }
  return Object.entries(counts).map(([step, count]) => ({ step, count }))
}

const states = { closed: 'closed', open: 'open', probing: 'trying' } as const

function providersOf({ breakers, config }: TodayDeps): TodayAnswer['providers'] {
  const { mail, aadhaar, sms, mandate } = config
  const providers: Record<string, Provider> = { mail, aadhaar, sms, gateway: mandate.gateway }
  const guarded = breakers.map(({ provider, state }) => [provider, states[state()]] as const)
  const known = new Map<string, (typeof states)[keyof typeof states]>([['mail', 'closed'], ...guarded])
  return [...known].map(([name, state]) => ({
    ...{ name, state },
    sandbox: providers[name]?.provider === 'sandbox',
  }))
}
