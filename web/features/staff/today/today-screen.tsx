import { useQuery } from '@tanstack/react-query'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { todayWords } from '#contract/messages/staff-today.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { todayAnswer, type TodayAnswer } from '#contract/schemas/staff-records.ts'
import { Link } from '#web/features/staff/router.tsx'
import { Loaded, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf } from '#web/features/staff/session.ts'
import { getJson } from '#web/lib/api.ts'
import { DayChart, Funnel } from './charts.tsx'
import { GivenUpJobs } from './given-up-jobs.tsx'

const REFRESH_MS = 60_000
const UNSIGNED_MS = 3 * 86_400_000

/** What waits for somebody, and how the last thirty days went. */
export function TodayScreen() {
  const query = useQuery({
    queryKey: ['today'],
    refetchInterval: REFRESH_MS,
    queryFn: () =>
      bodyOf(() => getJson({ url: `${staffApi}/today`, schema: todayAnswer, fallback: deskWords.failed })),
  })
  return (
    <Screen title={screenNames.today}>
      <Loaded query={query}>{(today) => <Parts today={today} />}</Loaded>
    </Screen>
  )
}

function Parts({ today: { waiting, days, funnel, providers } }: { today: TodayAnswer }) {
  return (
    <div className="desk-stack">
      <Waiting waiting={waiting} />
      <div className="desk-columns desk-columns-even">
        <DayChart days={days} />
        <Funnel funnel={funnel} />
      </div>
      <div className="desk-columns desk-columns-even">
        <GivenUpJobs jobs={waiting.jobs} />
        <Providers providers={providers} />
      </div>
    </div>
  )
}

/** Each count leads to the records that it counts. */
function Waiting({ waiting }: Pick<TodayAnswer, 'waiting'>) {
  const counts = [
    ['enquiries', `${staffPages.enquiries}?status=new`],
    ['applications', `${staffPages.applications}?status=new`],
    ['failedMandates', `${staffPages.executives}?status=mandate_failed`],
    ['unsigned', `${staffPages.executives}?status=registered&to=${todayInIndia(Date.now() - UNSIGNED_MS)}`],
  ] as const
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="sr-only">
        {todayWords.waiting}
      </h2>
      <ul className="desk-waiting">
        {counts.map(([name, href]) => (
          <li key={name}>
            <Link href={href} className="desk-panel">
              <strong data-none={waiting[name] === 0}>{waiting[name]}</strong>
              <span>{todayWords[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Providers({ providers }: Pick<TodayAnswer, 'providers'>) {
  return (
    <section className="desk-panel" aria-labelledby="providers">
      <h2 id="providers">{todayWords.providers}</h2>
      <ul className="desk-lines">
        {providers.map(({ name, sandbox, state }) => (
          <li key={name}>
            <span>
              {name}
              {sandbox && <span className="text-quiet"> · {todayWords.sandbox}</span>}
            </span>
            <span className="desk-status" data-tone={{ closed: 'good', trying: 'new', open: 'bad' }[state]}>
              {todayWords.states[state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
