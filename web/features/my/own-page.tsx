import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { inWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { api, recordPages } from '#contract/paths.ts'
import {
  type OwnApplication,
  type OwnRecord,
  type OwnRegistration,
  ownResponse,
} from '#contract/schemas/my.ts'
import { ownPage, ownStates } from '#messages/my.ts'
import { LinkConfirm } from '#web/features/onboarding/links/link-confirm.tsx'
import { recordId } from '#web/features/onboarding/links/open-record.ts'
import { getJson, postJson } from '#web/lib/api.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { here, language } from '#web/lib/page.ts'
import { Island } from '#web/ui/island.tsx'
import { Coming, Failed } from '#web/ui/load-state.tsx'
import { Title } from '#web/ui/vacancy.tsx'
import { OwnData } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnDocuments, OpenVacancies } from './own-application.tsx'
import { Part } from './own-parts.tsx'

/** A page of one's own: where an application or a registration stands, and what can be done with it. */
export function OwnPage() {
  return (
    <Island name="own-page" post={postJson}>
      <Opened />
    </Island>
  )
}

/** The vacancy that a mail led here for. */
function askedJob(): string | null {
  return new URLSearchParams(location.search).get('job')
}

function askedFor(): string {
  const job = askedJob()
  return job === null ? '' : `?job=${encodeURIComponent(job)}`
}

/** Whether they neither stand at that vacancy nor may apply to it. */
function isJobClosed({ openVacancies, vacancies }: OwnApplication): boolean {
  const job = askedJob()?.toUpperCase()
  return job !== undefined && [...openVacancies, ...vacancies].every(({ reference }) => reference !== job)
}

type Shown = OwnRecord | { is: 'loading' } | { is: 'failed'; message: string }

function useOwn() {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  /** Reads the record again; what is shown stays until the answer is there. */
  const load = useCallback(async () => {
    const call = { url: api.own + recordId() + askedFor(), schema: ownResponse, fallback: ownPage.failed }
    const answer = await getJson(call)
    setShown(answer.ok ? answer.body.data : { is: 'failed', message: answer.message })
  }, [])
  useEffect(() => void load(), [])
  useEffect(() => (shown.is === 'open' ? endWithSession() : undefined), [shown.is])
  return { shown, load }
}

function Opened() {
  const { shown, load } = useOwn()
  useEffect(keepFocusNear, [])
  const heading = 'kind' in shown ? ownPage.headings[shown.kind] : ownPage.heading
  return (
    <>
      <h1 className="text-display">{heading}</h1>
      <div className="mt-8 grid max-w-[48rem] grid-cols-1 gap-12">
        <Body shown={shown} load={load} />
      </div>
    </>
  )
}

function Body({ shown, load }: { shown: Shown; load(): Promise<void> }) {
  switch (shown.is) {
    case 'loading':
      return <Coming>{ownPage.loading}</Coming>
    case 'failed':
      return <Failed sentence={shown.message} again={ownPage.again} onRetry={load} />
    case 'locked':
      return (
        <LinkConfirm
          id={recordId()}
          sentence={ownPage.confirmFirst}
          sendWords={ownPage.sendCode}
          onConfirmed={() => void load()}
        />
      )
    case 'open':
      return <Record record={shown} load={load} />
  }
}

function Record({ record, load }: { record: OwnApplication | OwnRegistration; load(): Promise<void> }) {
  const isOver = record.kind === 'applications' && record.stage === 'withdrawn'
  const { reference, name, receivedOn } = record
  return (
    <>
      <div>
        <p className="text-lead wrap-anywhere">{name}</p>
        <p className="text-quiet">
          {fill(ownPage.reference, { reference, day: inWords(receivedOn, language) })}
        </p>
      </div>
      {record.kind === 'applications' ? (
        <ApplicationStates record={record} />
      ) : (
        <RegistrationStates record={record} />
      )}
      {record.kind === 'applications' && !isOver && (
        <>
          <OwnDocuments {...record} load={load} />
          <OpenVacancies vacancies={record.openVacancies} isJobClosed={isJobClosed(record)} load={load} />
        </>
      )}
      <OwnDetails record={record} load={load} />
      <OwnData record={record} load={load} />
    </>
  )
}

interface StatesProps {
  /** What stands how. */
  rows: readonly { label: ReactNode; state: string }[]
  /** What happens next, and what is asked of the person. */
  children: ReactNode
}

function States({ rows, children }: StatesProps) {
  return (
    <Part id="own-states" heading={ownStates.heading}>
      <dl className="grid gap-x-6 gap-y-1 rounded-card border border-line bg-panel px-5 py-4 sm:grid-cols-[max-content_1fr]">
        {rows.map(({ label, state }, at) => (
          <div key={at} className="contents">
            <dt className="text-quiet not-first:mt-2 wrap-anywhere sm:not-first:mt-0">{label}</dt>
            <dd className="font-medium wrap-anywhere">{state}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-semibold">{ownStates.next}</h3>
      <div className="mt-1 grid gap-2">{children}</div>
    </Part>
  )
}

function ApplicationStates({ record }: { record: OwnApplication }) {
  const { stage, vacancies, documents, documentsAsked, asked } = record
  const isOver = stage === 'withdrawn'
  const hasResume = documents.some(({ field }) => field === 'resume')
  const rows = [
    { label: ownStates.application, state: ownStates.stages[stage] },
    ...vacancies.map(({ title, language: written, stage: at }) => ({
      label: <Title title={title} language={written} />,
      state: ownStates.stages[at],
    })),
  ]
  return (
    <States rows={rows}>
      <p>{fill(ownStates.stagesNext[furthest(record)], { days: record.answeredWithin })}</p>
      {!isOver && !hasResume && <p className="font-medium">{ownStates.documentAsked}</p>}
      {!isOver &&
        documentsAsked.map(({ id, document }) => (
          <p key={id} className="font-medium wrap-anywhere">
            {fill(ownStates.documentNamed, { document })}
          </p>
        ))}
      {asked.erasure && <p>{ownStates.erasureAsked}</p>}
    </States>
  )
}

/** What happens next is said of what is furthest, of the application and the vacancies. */
function furthest({ stage, vacancies }: OwnApplication): OwnApplication['stage'] {
  if (stage === 'withdrawn') return stage
  const stages = [stage, ...vacancies.map(({ stage: at }) => at)]
  const order = [
    'placed',
    'interviewed',
    'interview',
    'considered',
    'received',
    'closed',
    'rejected',
  ] as const
  return order.find((one) => stages.includes(one)) ?? stage
}

function RegistrationStates({ record }: { record: OwnRegistration }) {
  const { mandate, agreement, asked } = record
  const rows = [
    { label: ownStates.agreement, state: ownStates.agreements[agreement] },
    { label: ownStates.mandate, state: ownStates.mandates[mandate] },
  ]
  const link = (folder: string, words: string) => (
    <p>
      <a href={here(folder) + recordId()} className="link inline-block py-2 font-semibold">
        {words}
      </a>
    </p>
  )
  return (
    <States rows={rows}>
      {agreement === 'signed' ? (
        <p>{ownStates.signedNext}</p>
      ) : (
        link(recordPages.signAgreement, agreement === 'annex' ? ownStates.signAnnex : ownStates.sign)
      )}
      {mandate === 'Failed' ? (
        link(recordPages.mandateFailure, ownStates.mandateAgain)
      ) : (
        <p>{ownStates.mandatesNext[mandate]}</p>
      )}
      {asked.withdrawal && <p>{ownStates.withdrawalAsked}</p>}
      {asked.erasure && <p>{ownStates.erasureAsked}</p>}
    </States>
  )
}
