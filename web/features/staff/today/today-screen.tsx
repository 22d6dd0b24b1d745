import { useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { jobName, todayWords } from '#contract/messages/staff-today.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffPages } from '#contract/paths.ts'
import type { TodayAnswer } from '#contract/schemas/staff-records.ts'
import { readAnew, useCall, useSend } from '#web/features/staff/calls.ts'
import { Mark, whenText } from '#web/features/staff/format.tsx'
import { Link } from '#web/features/staff/router.tsx'
import { Loaded, Panel, Problem, Said, Screen } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { DayChart, Funnel } from './charts.tsx'

const REFRESH_MS = 60_000
const UNSIGNED_MS = 3 * 86_400_000

/** What waits for somebody, and how the last thirty days went. */
export function TodayScreen() {
  const query = useCall('today.read', {}, { pollAfter: () => REFRESH_MS })
  return (
    <Screen title={screenNames.today}>
      <Loaded query={query}>{(today) => <Parts today={today} />}</Loaded>
    </Screen>
  )
}

function Parts({ today: { waiting, days, funnel, providers } }: { today: TodayAnswer }) {
  return (
    <div className="stack">
      <Waiting waiting={waiting} />
      <div className="grid grid-cols-1 gap-3 min-[72rem]:grid-cols-2">
        <DayChart days={days} />
        <Funnel funnel={funnel} />
      </div>
      <div className="grid grid-cols-1 gap-3 min-[72rem]:grid-cols-2">
        <Jobs givenUp={waiting.jobs} waiting={waiting.waitingJobs} />
        <Providers providers={providers} />
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
  ] as const
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="sr-only">
        {todayWords.waiting}
      </h2>
      <ul className="fit-[8.5rem] gap-3">
        {counts.map(([name, href]) => (
          <li key={name}>
            <Link href={href} className="panel h-full gap-0 hover:border-accent">
              <strong className={waiting[name] ? 'text-title' : 'text-title font-normal text-quiet'}>
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

interface JobsProps {
  givenUp: TodayAnswer['waiting']['jobs']
  waiting: TodayAnswer['waiting']['waitingJobs']
}

/** Work that used all its attempts, such as a mail that never left, and work whose time has not come yet. */
function Jobs({ givenUp, waiting }: JobsProps) {
  return (
    <Panel title={todayWords.jobs}>
      {givenUp.length === 0 && <p className="text-quiet">{todayWords.noJobs}</p>}
      <ul className="lines">
        {givenUp.map((job) => (
          <GivenUpJob key={job.id} job={job} />
        ))}
      </ul>
      {waiting.length > 0 && (
        <details>
          <summary>{todayWords.waitingJobs(waiting.length)}</summary>
          <ul className="lines">
            {waiting.map(({ id, kind, failure, due }) => (
              <li key={id}>
                <span className="min-w-0">
                  {jobName(kind)} <span className="text-quiet">· {todayWords.due(whenText(due))}</span>
                  <span className="block text-quiet wrap-anywhere">{failure}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function GivenUpJob({ job: { id, kind, failure, at } }: { job: TodayAnswer['waiting']['jobs'][number] }) {
  const may = useMay('jobs.retry')
  const retry = useSend('jobs.retry', () => {
    toast.success(todayWords.retried)
    readAnew('today.read')
  })
  return (
    <li>
      <span className="min-w-0">
        {jobName(kind)} <span className="text-quiet">· {whenText(at)}</span>
        <span className="block text-quiet wrap-anywhere">{failure}</span>
      </span>
      {may && (
        <ActionButton busy={retry.busy} onClick={() => retry.send({ params: { id } })}>
          {todayWords.retry}
          <span className="sr-only">: {jobName(kind)}</span>
        </ActionButton>
      )}
      <Problem>{retry.problem}</Problem>
    </li>
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

/** The bank's gateway is waited for longer than our own answers. */
const ASK_LIMIT_MS = 60_000

function UnclaimedMandate({
  mandate: { transactionId, status, at },
}: {
  mandate: TodayAnswer['waiting']['unclaimedMandates'][number]
}) {
  const may = useMay('mandates.refreshUnclaimed')
  const [said, setSaid] = useState('')
  const ask = useSend('mandates.refreshUnclaimed', (now) => setSaid(todayWords.asked(now.status)), {
    timeoutMs: ASK_LIMIT_MS,
  })
  return (
    <li>
      <span className="min-w-0">
        {transactionId}{' '}
        <span className="text-quiet">
          · {status} · {whenText(at)}
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
