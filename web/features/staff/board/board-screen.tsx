import { useRef, useState } from 'react'
import { boardWords, listWords } from '#contract/messages/staff-lists.ts'
import { conflictWords } from '#contract/messages/staff-record.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import {
  applicationStatuses,
  type ApplicationStatus,
  type RecordRow,
} from '#contract/schemas/staff-records.ts'
import { changeRecord, conflictOf, listsChanged } from '#web/features/staff/records.ts'
import { Link } from '#web/features/staff/router.tsx'
import { Problem, Screen, sentenceOf } from '#web/features/staff/screen.tsx'
import { Column } from './column.tsx'
import { announcement, moveByKey, type Move } from './moves.ts'

/** Applications by status, a column each; a card moves by drag, by keyboard and by its buttons. */
export function BoardScreen() {
  const board = useBoard()
  return (
    <Screen
      title={screenNames.board}
      actions={
        <Link href={staffPages.applications} className="button button-quiet">
          {listWords.list}
        </Link>
      }
    >
      {/* Where there is hardly a keyboard it is not shown; a card's handle is described by it all the same. */}
      <p id="board-help" className="text-quiet [@media(hover:none)]:hidden">
        {boardWords.help}
      </p>
      <p className="sr-only" aria-live="assertive">
        {board.said}
      </p>
      <Problem>{board.problem}</Problem>
      <div className="mt-3 fill-[11rem] gap-x-3 gap-y-2 min-[75rem]:auto-cols-[minmax(0,1fr)] min-[75rem]:grid-flow-col min-[75rem]:grid-cols-none min-[75rem]:gap-2">
        {applicationStatuses.map((status) => (
          <Column key={status} status={status} board={board} />
        ))}
      </div>
    </Screen>
  )
}

export type Board = ReturnType<typeof useBoard>

/** What is picked up, what is said of it, and how it is put down. */
function useBoard() {
  const [move, setMove] = useState<Move>()
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  /** The card that takes the focus where it arrives. */
  const arriving = useRef('')

  function lift({ reference }: { reference: string }, from: ApplicationStatus, isDragged = false) {
    const lifted = { reference, from, over: from, isDragged }
    setMove(lifted)
    setSaid(announcement(lifted, 'lifted'))
  }
  function over(column: ApplicationStatus) {
    if (!move || move.over === column) return
    const moved = { ...move, over: column }
    setMove(moved)
    setSaid(announcement(moved, 'over'))
  }
  function cancel() {
    if (move) setSaid(announcement(move, 'left'))
    setMove(undefined)
  }
  async function drop(row: RecordRow, to = move?.over) {
    if (!move || !to || to === move.from) return cancel()
    setMove(undefined)
    const { reference, version } = row
    const failed = await changeRecord({ kind: 'applications', reference }, { version, status: to }).then(
      () => undefined,
      (error: unknown) => error,
    )
    arriving.current = reference
    setSaid(failed ? '' : announcement({ ...move, over: to }, 'dropped'))
    setProblem(
      failed ? (conflictOf(failed) ? `${reference}: ${conflictWords.title}` : sentenceOf(failed)) : '',
    )
    if (failed) listsChanged()
  }
  function press(key: string, row: RecordRow): boolean {
    const step = move && moveByKey(move, key)
    if (step === 'drop') void drop(row)
    else if (step === 'cancel') cancel()
    else if (step) over(step.over)
    return step !== undefined
  }
  return { move, said, problem, arriving, lift, over, cancel, drop, press }
}
