import { useEffect, useRef, useState } from 'react'
import { boardWords } from './words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  type RejectionReason,
} from '#contract/schemas/staff-records.ts'

export type Board<Row extends { reference: string }> = ReturnType<typeof useBoard<Row>>

/**
 * What is picked up, what is said of it, and how it is put down. `save` moves a card: it answers when the columns are read
 * again why it failed, or nothing where it did not. Until then the card stands where it goes and is not picked up again: a
 * second move would be made over a version that the first one has replaced. `askReason` is asked before a card goes to
 * «Rejected»; without an answer it stays.
 */
export function useBoard<Row extends { reference: string }>(
  save: (row: Row, to: ApplicationStatus, reason?: RejectionReason) => Promise<string>,
  askReason: (row: Row) => Promise<RejectionReason | undefined>,
) {
  const [move, showMove] = useState<Move>()
  /** The same as of the last event: a card is let go before the screen shows the column that it is over. */
  const last = useRef<Move>(undefined)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  /** The card that takes the focus where it arrives. */
  const arriving = useRef('')
  /** What is being saved; in the reference too, since a press may come before the next rendering. */
  const [moving, showMoving] = useState<readonly Moving<Row>[]>([])
  const saving = useRef(moving)
  // Cards that arrived have taken the focus by now; one that is shown later, such as by another filter, is not to.
  useEffect(() => {
    arriving.current = ''
  }, [moving])

  function setMoving(reference: string, now: Moving<Row>[]) {
    saving.current = [...saving.current.filter(({ row }) => row.reference !== reference), ...now]
    showMoving(saving.current)
  }

  function setMove(next: Move | undefined) {
    last.current = next
    showMove(next)
  }
  function lift({ reference }: Row, from: ApplicationStatus, isDragged = false) {
    const under = saving.current.find(({ row }) => row.reference === reference)
    if (under) return setSaid(boardWords.saving(reference, statusNames[under.to]))
    const lifted = { reference, from, over: from, isDragged }
    setMove(lifted)
    setSaid(announcement(lifted, 'lifted'))
  }
  function over(column: ApplicationStatus) {
    const { current: move } = last
    if (!move || move.over === column) return
    const moved = { ...move, over: column }
    setMove(moved)
    setSaid(announcement(moved, 'over'))
  }
  function cancel() {
    if (last.current) setSaid(announcement(last.current, 'left'))
    setMove(undefined)
  }
  async function drop(row: Row, to = last.current?.over) {
    const { current: move } = last
    if (!move || !to || to === move.from) return cancel()
    setMove(undefined)
    setProblem('')
    const reason = to === 'rejected' ? await askReason(row) : undefined
    if (to === 'rejected' && !reason) return setSaid(announcement(move, 'left'))
    arriving.current = row.reference
    setMoving(row.reference, [{ row, to }])
    const failed = await save(row, to, reason)
    // Where it failed, the card comes back to its column and takes the focus there.
    if (failed) arriving.current = row.reference
    setMoving(row.reference, [])
    setSaid(failed ? '' : announcement({ ...move, over: to }, 'dropped'))
    setProblem(failed)
  }
  function press(key: string, row: Row): boolean {
    const step = last.current && moveByKey(last.current, key)
    if (step === 'drop') void drop(row)
    else if (step === 'cancel') cancel()
    else if (step) over(step.over)
    return step !== undefined
  }
  return { move, moving, said, problem, arriving, lift, over, cancel, drop, press }
}

/** A card that is being saved, and the column that it goes to. */
export interface Moving<Row> {
  row: Row
  to: ApplicationStatus
}

/** The cards of a column, those that go there first and without those that leave it. */
export function shownIn<Row extends { reference: string }>(
  rows: readonly Row[],
  status: ApplicationStatus,
  moving: readonly Moving<Row>[],
): Row[] {
  const coming = moving.filter(({ to }) => to === status).map(({ row }) => row)
  const others = rows.filter(({ reference }) => moving.every(({ row }) => row.reference !== reference))
  return [...coming, ...others]
}

/** A card that is picked up, and the column it is over. */
export interface Move {
  reference: string
  from: ApplicationStatus
  over: ApplicationStatus
  /** By a pointer, which needs no buttons. */
  isDragged: boolean
}

/** The column beside another; at an end it is that column itself. */
export function neighbour(column: ApplicationStatus, step: -1 | 1): ApplicationStatus {
  return applicationStatuses[applicationStatuses.indexOf(column) + step] ?? column
}

/** What a key does to a move: another column, an end, or nothing. */
export function moveByKey(move: Move, key: string): Move | 'drop' | 'cancel' | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return { ...move, over: neighbour(move.over, -1) }
  if (key === 'ArrowRight' || key === 'ArrowDown') return { ...move, over: neighbour(move.over, 1) }
  if (key === 'Enter' || key === ' ') return 'drop'
  if (key === 'Escape') return 'cancel'
  return undefined
}

/** What a screen reader says of a step of a move. */
export function announcement(
  { reference, from, over }: Move,
  step: 'lifted' | 'over' | 'dropped' | 'left',
): string {
  return boardWords[step](reference, statusNames[step === 'lifted' || step === 'left' ? from : over])
}
