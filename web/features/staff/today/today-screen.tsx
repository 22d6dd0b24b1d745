import { useState } from 'react'
import { mandateNames, screenNames } from '#contract/messages/staff.ts'
import { failureText, todayWords } from './words.ts'
import { jobName } from '#contract/messages/staff-jobs.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffPages } from '#contract/paths.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import { beginCall, useCall, useSend } from '#web/features/staff/calls.ts'
import { Mark, whenText } from '#web/features/staff/format.tsx'
import { Link, placeAt } from '#web/features/staff/router.tsx'
import { Loaded, Panel, Problem, Said, Screen } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { DayChart, Funnel } from './charts.tsx'
import { Work } from './work.tsx'

const REFRESH_MS = 60_000
const UNSIGNED_MS = 3 * 86_400_000

/** Begins to read it while the signed-in person is read. */
export function beginToday(): void {
  if (placeAt(location.pathname).is === 'today') beginCall('today.read', {})
}

/** What is to be done, and figures of the last thirty days. */
export function TodayScreen() {
  const query = useCall('today.read', {}, { pollAfter: () => REFRESH_MS })
  return (
    <Screen title={screenNames.today}>
      <Loaded query={query}>{(today) => <Parts today={today} />}</Loaded>
    </Screen>
  )
}

function Parts({ today: { work, waiting, days, funnel, providers } }: { today: TodayAnswer }) {
  return (
    <div className="stack">
      <Work work={work} failed={waiting.jobs} />
      <Waiting waiting={waiting} />
      <div className="grid grid-cols-1 gap-3 min-[72rem]:grid-cols-2">
        <DayChart days={days} />
        <Funnel funnel={funnel} />
      </div>
      <div className="grid grid-cols-1 gap-3 min-[72rem]:grid-cols-2">
        <Providers providers={providers} />
        <WaitingJobs jobs={waiting.waitingJobs} />
        <UnclaimedMandates mandates={waiting.unclaimedMandates} />
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
    ['failedAfterSigning', `${staffPages.executives}?status=signed_mandate_failed`],
    ['openAnnexes', `${staffPages.executives}?status=annex_open`],
    ['unsigned', `${staffPages.executives}?status=registered&to=${todayInIndia(Date.now() - UNSIGNED_MS)}`],
    ['closingVacancies', `${staffPages.vacancies}?waits=closing`],
    ['quietVacancies', `${staffPages.vacancies}?waits=quiet`],
    ['fullVacancies', `${staffPages.vacancies}?waits=full`],
  ] as const
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="sr-only">
        {todayWords.waiting}
      </h2>
      <ul className="fit-[15rem] gap-2">
        {counts.map(([name, href]) => (
          <li key={name}>
            <Link
              href={href}
              className="panel h-full grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2 px-3 py-2 hover:border-accent"
            >
              <strong className={waiting[name] ? 'digits' : 'font-normal digits text-quiet'}>
                {waiting[name]}
              </strong>
              <span>{todayWords[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Background jobs that are not due yet. */
function WaitingJobs({ jobs }: { jobs: TodayAnswer['waiting']['waitingJobs'] }) {
  if (jobs.length === 0) return null
  return (
    <Panel title={todayWords.jobs}>
      <details>
        <summary>{todayWords.waitingJobs(jobs.length)}</summary>
        <ul className="lines">
          {jobs.map(({ id, kind, failure, due }) => (
            <li key={id}>
              <span className="min-w-0">
                {jobName(kind)} <span className="text-quiet">· {todayWords.due(whenText(due))}</span>
                <span className="block text-quiet wrap-anywhere">{failureText(failure)}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  )
}

function UnclaimedMandates({ mandates }: { mandates: TodayAnswer['waiting']['unclaimedMandates'] }) {
  if (mandates.length === 0) return null
  return (
    <Panel title={todayWords.unclaimed}>
      <p className="text-quiet">{todayWords.unclaimedHint}</p>
      <ul className="lines">
        {mandates.map((mandate) => (
          <UnclaimedMandate key={mandate.transactionId} mandate={mandate} />
        ))}
      </ul>
    </Panel>
  )
}

/** The bank's gateway takes longer than our own answers. */
const ASK_LIMIT_MS = 60_000

function UnclaimedMandate({
  mandate: { transactionId, status, at },
}: {
  mandate: TodayAnswer['waiting']['unclaimedMandates'][number]
}) {
  const may = useMay('mandates.refreshUnclaimed')
  const [said, setSaid] = useState('')
  const ask = useSend(
    'mandates.refreshUnclaimed',
    (now) => setSaid(todayWords.asked(mandateNames[now.status])),
    {
      timeoutMs: ASK_LIMIT_MS,
    },
  )
  return (
    <li>
      <span className="min-w-0">
        {transactionId}{' '}
        <span className="text-quiet">
          · {mandateNames[status]} · {whenText(at)}
        </span>
      </span>
      {may && (
        <ActionButton busy={ask.busy} onClick={() => ask.send({ params: { transactionId } })}>
          {todayWords.ask}
          <span className="sr-only">: {transactionId}</span>
        </ActionButton>
      )}
      <Said>{said}</Said>
      <Problem>{ask.problem}</Problem>
    </li>
  )
}

function Providers({ providers }: Pick<TodayAnswer, 'providers'>) {
  return (
    <Panel title={todayWords.providers}>
      <ul className="lines">
        {providers.map(({ name, sandbox, state }) => (
          <li key={name}>
            <span>
              {todayWords.providerNames[name] ?? name}
              {sandbox && <span className="text-quiet"> · {todayWords.sandbox}</span>}
            </span>
            <Mark tone={({ closed: 'good', trying: 'new', open: 'bad' } as const)[state]}>
              {todayWords.states[state]}
            </Mark>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
