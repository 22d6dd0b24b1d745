import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { inRupees, inWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { api, recordPages } from '#contract/paths.ts'
import {
  type OwnApplication,
  type OwnRecord,
  type OwnRegistration,
  ownResponse,
  ownTakeBackResponse,
} from '#contract/schemas/my.ts'
import { beforeLeaving } from '#messages/mandates.ts'
import { ownActions, ownAnswers, ownPage, ownStates } from '#messages/my.ts'
import { LinkConfirm } from '#web/features/onboarding/links/link-confirm.tsx'
import { recordId } from '#web/features/onboarding/links/open-record.ts'
import { getJson, postJson } from '#web/lib/api.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { here, language } from '#web/lib/page.ts'
import { Island } from '#web/ui/island.tsx'
import { Coming, Failed } from '#web/ui/load-state.tsx'
import { toast } from '#web/ui/toast.ts'
import { Title } from '#web/ui/vacancy.tsx'
import { OwnData } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnDocuments, OpenVacancies } from './own-application.tsx'
import { Asking, OpenDocument, ownCall, Part, postOwn } from './own-parts.tsx'

/** A person's own page: the state of an application or a registration, and what can be done with it. */
export function OwnPage() {
  return (
    <Island name="own-page" post={postJson}>
      <Opened />
    </Island>
  )
}

/** Returns the vacancy that a mail led here for. */
function askedJob(): string | null {
  return new URLSearchParams(location.search).get('job')
}

function askedFor(): string {
  const job = askedJob()
  return job === null ? '' : `?job=${encodeURIComponent(job)}`
}

/** Returns whether they are neither a candidate of that vacancy nor may apply to it. */
function isJobClosed({ openVacancies, vacancies }: OwnApplication): boolean {
  const job = askedJob()?.toUpperCase()
  return job !== undefined && [...openVacancies, ...vacancies].every(({ reference }) => reference !== job)
}

type Shown = OwnRecord | { is: 'loading' } | { is: 'failed'; message: string }

function useOwn() {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  /** Reads the record again; what is shown stays until the answer arrives. */
  const load = useCallback(async () => {
    const call = { url: api.own + recordId() + askedFor(), schema: ownResponse, fallback: ownPage.failed }
    const answer = await getJson(call)
    setShown(answer.ok ? answer.body.data : { is: 'failed', message: answer.message })
  }, [])
  useEffect(() => void load(), [])
  useEffect(() => (shown.is === 'open' ? endWithSession() : undefined), [shown.is])
  useEffect(() => {
    if (shown.is === 'open') void confirmAddress().then((isDone) => (isDone ? load() : undefined))
  }, [shown.is])
  return { shown, load }
}

/** Puts the address of a mailed link on record; returns whether it did. */
async function confirmAddress(): Promise<boolean> {
  const carried = new URLSearchParams(location.hash.slice(1))
  const mailed = carried.get('mailed')
  const proof = carried.get('email') ?? mailed
  if (proof === null) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  const answer = await postOwn('email', { proof })
  // Proving the address on record changes nothing that is shown.
  if (mailed !== null) return false
  if (answer.ok) toast.success(ownAnswers.emailSaved)
  else toast.error(answer.message)
  return answer.ok
}

/** The way back for a person whose phone was replaced by somebody else. */
function TakeBack() {
  const calls = { send: ownCall('takeBackCode'), confirm: ownCall('takeBack'), sent: ownAnswers.phoneSent }
  return (
    <LinkConfirm
      id={recordId()}
      sentence={ownActions.phoneChanged}
      sendWords={ownActions.notMe}
      calls={calls}
      answer={ownTakeBackResponse}
      onConfirmed={({ data }) => location.replace(here(recordPages.own) + data._id)}
    />
  )
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
        <>
          <LinkConfirm
            id={recordId()}
            sentence={ownPage.confirmFirst}
            sendWords={ownPage.sendCode}
            onConfirmed={() => void load()}
          />
          {shown.phoneChanged && <TakeBack />}
        </>
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
        <ApplicationStates record={record} load={load} />
      ) : (
        <RegistrationStates record={record} />
      )}
      {record.kind === 'applications' && !isOver && (
        <>
          <OwnDocuments {...record} load={load} />
          <OpenVacancies vacancies={record.openVacancies} isJobClosed={isJobClosed(record)} load={load} />
        </>
      )}
      {record.kind === 'executives' && <Contract {...record} />}
      <OwnDetails record={record} load={load} />
      <OwnData record={record} load={load} />
    </>
  )
}

interface StateRow {
  label: ReactNode
  state: string
  /** Since when, and how far it has come. */
  more?: readonly string[]
  /** What can be done about it. */
  action?: ReactNode
}

interface StatesProps {
  /** The states. */
  rows: readonly StateRow[]
  /** What happens next, and what is asked of the person. */
  children: ReactNode
}

function States({ rows, children }: StatesProps) {
  return (
    <Part id="own-states" heading={ownStates.heading}>
      <dl className="rounded-card border border-line bg-panel px-5">
        {rows.map(({ label, state, more = [], action }, at) => (
          <div
            key={at}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
          >
            <dt className="text-quiet wrap-anywhere">{label}</dt>
            <dd className="wrap-anywhere">
              <p className="font-medium">{state}</p>
              {more.length > 0 && <p className="text-small text-quiet">{more.join(' · ')}</p>}
              {action && <div className="mt-2">{action}</div>}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-semibold">{ownStates.next}</h3>
      <div className="mt-1 grid gap-2">{children}</div>
    </Part>
  )
}

/** The steps of an application in order; other outcomes are no step. */
const steps: readonly OwnApplication['stage'][][] = [
  ['received'],
  ['considered'],
  ['interview', 'interviewed'],
  ['placed'],
]

function stepOf(stage: OwnApplication['stage']): string[] {
  const at = steps.findIndex((stages) => stages.includes(stage))
  return at < 0 ? [] : [fill(ownStates.step, { step: at + 1, steps: steps.length })]
}

function canLeave(stage: OwnApplication['stage']): boolean {
  return !['placed', 'rejected', 'withdrawn', 'closed'].includes(stage)
}

function ApplicationStates({ record, load }: { record: OwnApplication; load(): Promise<void> }) {
  const { stage, vacancies, documents, documentsAsked, asked, receivedOn } = record
  const isOver = stage === 'withdrawn'
  const hasResume = documents.some(({ field }) => field === 'resume')
  const rows = [
    {
      label: ownStates.application,
      state: ownStates.stages[stage],
      more: [fill(ownStates.since, { day: inWords(receivedOn, language) }), ...stepOf(stage)],
    },
    ...vacancies.map(({ reference, title, language: written, stage: at, appliedOn, address }) => ({
      label:
        address === '' ? (
          <Title title={title} language={written} />
        ) : (
          <a href={here(address)} className="link inline-block py-1">
            <Title title={title} language={written} />
          </a>
        ),
      state: ownStates.stages[at],
      more: [fill(ownStates.appliedOn, { day: inWords(appliedOn, language) }), ...stepOf(at)],
      action: !isOver && canLeave(at) && (
        <Asking
          words={{
            press: ownActions.withdrawOne,
            label: fill(ownActions.withdrawOneOf, { title }),
            ...{ sure: ownActions.withdrawOneSure, yes: ownActions.withdrawYes },
          }}
          done={ownAnswers.withdrawn}
          ask={() => postOwn('withdraw', { vacancy: reference })}
          load={load}
        />
      ),
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

/** The next events are those of the furthest stage, of the application and the vacancies. */
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
  const { mandate, mandateOn, agreement, documents, asked, receivedOn } = record
  const since = (day: string) => (day === '' ? [] : [fill(ownStates.since, { day: inWords(day, language) })])
  const rows = [
    { label: ownStates.registered, state: inWords(receivedOn, language) },
    {
      label: ownStates.agreement,
      state: ownStates.agreements[agreement],
      more: since(documents[0]?.signedOn ?? ''),
    },
    { label: ownStates.mandate, state: ownStates.mandates[mandate], more: since(mandateOn) },
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

/** The terms of the mandate, how to end it, and what was signed. */
function Contract({ terms, documents }: Pick<OwnRegistration, 'terms' | 'documents'>) {
  const { payee, account, maxAmount, from, until } = terms
  const rows = [
    [beforeLeaving.payee, payee],
    [beforeLeaving.account, account],
    [beforeLeaving.maximum, fill(beforeLeaving.each, { amount: inRupees(maxAmount, language) })],
    [beforeLeaving.when, beforeLeaving.asAndWhen],
    [beforeLeaving.from, inWords(from, language)],
    [beforeLeaving.until, inWords(until, language)],
    [beforeLeaving.cancel, beforeLeaving.howToCancel],
  ] as const
  return (
    <>
      {documents.length > 0 && (
        <Part id="own-documents" heading={ownActions.documents}>
          <ul className="grid gap-2">
            {documents.map(({ id, signedOn }) => {
              const [, number] = id.split('-')
              const name = number === undefined ? ownStates.agreement : fill(ownActions.annex, { number })
              return (
                <li key={id}>
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-quiet">
                    {fill(ownActions.signedOn, { day: inWords(signedOn, language) })}
                  </span>{' '}
                  <OpenDocument id={id} name={name} />
                </li>
              )
            })}
          </ul>
        </Part>
      )}
      <Part id="own-terms" heading={ownStates.terms}>
        <dl className="rounded-card border border-line bg-panel px-5">
          {rows.map(([name, value]) => (
            <div
              key={name}
              className="grid gap-x-6 border-t border-line py-2.5 first:border-t-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
            >
              <dt className="text-quiet">{name}</dt>
              <dd className="font-medium digits wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  )
}
