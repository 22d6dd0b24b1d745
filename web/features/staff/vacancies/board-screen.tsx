import { useState } from 'react'
import { vacancyWords as words } from './words.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import {
  type BoardCandidate,
  type CandidateStage,
  candidateStages,
  type VacancyBoard,
} from '#contract/schemas/vacancies.ts'
import { CardFacts } from '#web/features/staff/board/board-screen.tsx'
import { Cards, Columns } from '#web/features/staff/board/columns.tsx'
import { type Board, useBoard } from '#web/features/staff/board/moves.ts'
import { call, useCall } from '#web/features/staff/calls.ts'
import { Age } from '#web/features/staff/format.tsx'
import { Link, type Place, vacancyPath } from '#web/features/staff/router.tsx'
import { Loaded, Screen, Unknown } from '#web/features/staff/screen.tsx'
import { CallError, useMay } from '#web/features/staff/session.ts'
import { toast } from '#web/ui/toast.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { CloseVacancy } from './close.tsx'
import { VacancyState } from './list-screen.tsx'

/** The candidates of a vacancy by stage, moved like applications. */
export function VacancyBoardScreen({ place }: { place: Place }) {
  return place.is === 'vacancyBoard' ? <Found reference={place.reference} /> : null
}

function Found({ reference }: { reference: string }) {
  const query = useCall('vacancies.board', { params: { reference } })
  if (query.error instanceof CallError && query.error.failure.cause.status === 404) return <Unknown />
  const vacancy = query.data?.vacancy
  return (
    <Screen
      title={vacancy ? vacancy.title || words.untitled : reference}
      code={vacancy && reference}
      tab={words.boardOf(reference)}
      actions={
        <Link href={vacancyPath(reference)} className="button button-quiet">
          {words.edit}
        </Link>
      }
    >
      <Loaded query={query}>{(board) => <Parts {...board} />}</Loaded>
    </Screen>
  )
}

interface Card extends BoardCandidate {
  /** The reference of the person's application, to which the card leads. */
  reference: string
  unreadable: boolean
}

function Parts({ vacancy, candidates, total }: VacancyBoard) {
  const may = useMay('candidates.move')
  const board = useBoard('vacancies.board', moveCard)
  const cards = candidates.map((one) => ({ ...one, reference: one.application, unreadable: one.name === '' }))
  // The candidate who was moved last is first, so that the card is seen where it arrives.
  cards.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
  const { state, openings, placed } = vacancy
  const isFull = state === 'published' && openings !== null && placed >= openings
  const mayClose = useMay('vacancies.close')
  return (
    <>
      <div className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <VacancyState {...vacancy} />
        {openings !== null && <span className="text-quiet">{words.placed(placed, openings)}</span>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className={isFull && mayClose ? 'note' : ''}>
          {isFull && mayClose ? words.isFull : ''}
        </p>
        {(isFull || state === 'closed') && mayClose && (
          <CloseVacancy
            vacancy={vacancy}
            then={() => toast.success(state === 'closed' ? words.settled : words.closed)}
          />
        )}
      </div>
      {total > candidates.length && <p className="text-quiet">{words.boardCut(candidates.length, total)}</p>}
      <Columns board={board} counts={countsOf(cards)}>
        {(status) => (
          <Column
            cards={cards.filter(({ stage }) => stage === status)}
            stage={status}
            board={board}
            may={may}
          />
        )}
      </Columns>
    </>
  )
}

function countsOf(cards: readonly Card[]) {
  return Object.fromEntries(
    candidateStages.map((one) => [one, cards.filter(({ stage }) => stage === one).length]),
  )
}

function moveCard({ id, version }: Card, stage: CandidateStage, reason?: RejectionReason): Promise<unknown> {
  return call('candidates.move', { params: { id }, body: { version, stage, reason } })
}

/** Cards that a column shows at first, and more with each press. */
const SHOWN = 50

interface ColumnProps {
  cards: readonly Card[]
  stage: CandidateStage
  board: Board<Card>
  may: boolean
}

function Column({ cards, stage, board, may }: ColumnProps) {
  const [count, setCount] = useState(SHOWN)
  const left = cards.length - count
  return (
    <>
      <Cards rows={cards.slice(0, count)} status={stage} board={board} may={may} more={Facts} />
      {left > 0 && (
        <ActionButton onClick={() => setCount(count + SHOWN)}>
          {words.moreCards(Math.min(left, SHOWN))}
        </ActionButton>
      )}
    </>
  )
}

/** The lines of the application's card, the experience, and how long the person is at this stage. */
function Facts({ row, changedAt }: Card) {
  return (
    <>
      <CardFacts {...row} />
      <p className="text-quiet">
        {row.experience && `${row.experience} · `}
        {words.inStage} <Age of={changedAt} />
      </p>
    </>
  )
}
