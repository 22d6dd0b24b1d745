import type { ReactNode } from 'react'
import { listWords } from '#web/features/staff/lists/words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { failureText, reasonFor, todayWords, workWords } from './words.ts'
import { jobName } from '#contract/messages/staff-jobs.ts'
import { staffPages } from '#contract/paths.ts'
import type { RowOfAnyKind } from '#contract/schemas/staff-records.ts'
import { type TodayAnswer, WORK_COUNTED, type WorkList } from '#contract/schemas/staff-today.ts'
import { usePages, useSend } from '#web/features/staff/calls.ts'
import { ageText, timeText, whenText } from '#web/features/staff/format.tsx'
import { Link, type Place, recordPath, workPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { useMay, useSelf } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

interface WorkProps {
  work: TodayAnswer['work']
  failed: TodayAnswer['waiting']['jobs']
}

/** What is to be done: each line has a name, a reason and one button. */
export function Work({ work: { interviews, mine, waiting, counts }, failed }: WorkProps) {
  const hasWork = [interviews, mine, waiting, failed].some((lines) => lines.length > 0)
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {(['late', 'mine'] as const).map((of) => (
          <Link key={of} href={workPath(of)} className="button button-quiet">
            {workWords.counted(workWords.titles[of], counts[of], WORK_COUNTED)}
          </Link>
        ))}
      </p>
      {!hasWork && <p className="state">{workWords.nothing}</p>}
      {failed.length > 0 && (
        <Panel title={workWords.failed}>
          <ul className="lines">
            {failed.map((job) => (
              <FailedJob key={job.id} job={job} />
            ))}
          </ul>
        </Panel>
      )}
      {interviews.length > 0 && (
        <Panel title={workWords.interviews}>
          <ul className="lines">
            {interviews.map(({ at, ...row }) => (
              <RecordLine key={row.reference} row={row} reason={workWords.interviewAt(timeText(at))} />
            ))}
          </ul>
        </Panel>
      )}
      <div className="fit-[26rem] items-start gap-3">
        <FirstOf of="mine" rows={mine} count={counts.mine} />
        <FirstOf of="waiting" rows={waiting} count={counts.waiting} />
      </div>
    </>
  )
}

/** The beginning of a list of work, with a link to all of it if there is more. */
function FirstOf({ of, rows, count }: { of: WorkList; rows: RowOfAnyKind[]; count: number }) {
  if (rows.length === 0) return null
  return (
    <Panel
      title={workWords.titles[of]}
      actions={
        count > rows.length && (
          <Link href={workPath(of)} className="link">
            {workWords.allOf(count, WORK_COUNTED)}
            <span className="sr-only">{workWords.whom(workWords.titles[of])}</span>
          </Link>
        )
      }
    >
      <RecordLines rows={rows} />
    </Panel>
  )
}

function RecordLines({ rows }: { rows: readonly RowOfAnyKind[] }) {
  return (
    <ul className="lines">
      {rows.map((row) => (
        <RecordLine key={row.reference} row={row} reason={reasonFor(row, ageText(row.receivedAt))} />
      ))}
    </ul>
  )
}

interface LineProps {
  name: string
  reference?: string | undefined
  reason: string
  /** Its button. */
  children: ReactNode
}

function Line({ name, reference, reason, children }: LineProps) {
  return (
    <li className="relative">
      <span className="min-w-0 flex-[1_1_12rem]">
        <strong>{name}</strong>{' '}
        <span className="text-label whitespace-nowrap digits text-quiet">{reference}</span>
        <span className="block text-quiet wrap-anywhere">{reason}</span>
      </span>
      {children}
    </li>
  )
}

/** A record that waits; a press anywhere on its line opens it. */
function RecordLine({ row, reason }: { row: RowOfAnyKind; reason: string }) {
  const mayMail = useMay('records.mail')
  const { kind, reference, status, assignedTo, unreadable } = row
  const self = useSelf()
  const other = assignedTo && assignedTo.id !== self.id ? workWords.of(assignedTo.name) : ''
  const name = unreadable ? listWords.unreadable : row.name
  const next = mayMail && status === 'new' ? (kind === 'enquiries' ? 'answer' : 'review') : 'open'
  return (
    <Line name={name} reference={reference} reason={reason + other}>
      <Link href={recordPath(reference)} className="button button-quiet after:absolute after:inset-0">
        {workWords[next]}
        <span className="sr-only">{workWords.whom(`${name} ${reference}`)}</span>
      </Link>
    </Line>
  )
}

/** A job that used all its attempts, such as a reminder that could not be sent. */
function FailedJob({
  job: { id, kind, failure, at, record },
}: {
  job: TodayAnswer['waiting']['jobs'][number]
}) {
  const may = useMay('jobs.retry')
  const retry = useSend('jobs.retry', () => toast.success(todayWords.retried))
  const what = jobName(kind)
  const reason = workWords.itFailed(what, failureText(failure), whenText(at))
  return (
    <Line name={record?.name ?? what} reference={record?.reference} reason={reason}>
      {may && (
        <ActionButton busy={retry.busy} onClick={() => retry.send({ params: { id } })}>
          {workWords.retry}
          <span className="sr-only">{workWords.whom(record ? `${record.name}, ${what}` : what)}</span>
        </ActionButton>
      )}
      <Problem>{retry.problem}</Problem>
    </Line>
  )
}

/** A whole list of work, over all kinds of records. */
export function WorkScreen({ place }: { place: Place }) {
  return place.is === 'work' ? <AllOf of={place.of} /> : null
}

function AllOf({ of }: { of: WorkList }) {
  const list = usePages('today.work', { params: { of }, query: {} }, { cursor: 'after', list: 'rows' })
  return (
    <Screen
      title={workWords.titles[of]}
      actions={
        <Link href={staffPages.home} className="link">
          {screenNames.today}
        </Link>
      }
    >
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="state">{workWords.none[of]}</p>
          ) : (
            <>
              <RecordLines rows={rows} />
              <p role="status" className="my-3 text-quiet">
                {listWords.shown(rows.length, !list.hasNextPage)}
              </p>
              <More list={list} words={listWords.more} />
            </>
          )
        }
      </Loaded>
    </Screen>
  )
}
