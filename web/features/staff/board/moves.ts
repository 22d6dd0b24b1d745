import { useEffect, useRef, useState } from 'react'
import { boardWords } from './words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { StaffCallName } from '#contract/calls/staff-calls.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  type RejectionReason,
} from '#contract/schemas/staff-records.ts'
import { reread } from '#web/features/staff/calls.ts'
import { sentenceOf } from '#web/features/staff/screen.tsx'
import { useRejection } from './rejection.tsx'

/** What every card has: a person with the reference of their application. */
export interface CardRow {
  reference: string
  name: string
  unreadable: boolean
}

export type Board<Row extends CardRow> = ReturnType<typeof useBoard<Row>>

/**
 * Picks cards up, announces moves and puts cards down. `save` moves a card; then the answers of the call `columns` are
 * read again. Until they are here the card is shown in its new column and cannot be moved again, since a second move would
 * use an outdated version. Before a card moves to «Rejected», the reason is asked; without an answer the card stays.
 */
export function useBoard<Row extends CardRow>(
  columns: StaffCallName,
  save: (row: Row, to: ApplicationStatus, reason?: RejectionReason) => Promise<unknown>,
) {
  const rejection = useRejection()
  const [move, showMove] = useState<Move>()
  /** The state of the last event: a card is released before the column under it is rendered. */
  const last = useRef<Move>(undefined)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  /** The card that takes the focus where it arrives. */
  const arriving = useRef('')
  /** Cards being saved; in a ref too, since a press may come before the next rendering. */
  const [moving, showMoving] = useState<readonly Moving<Row>[]>([])
  const saving = useRef(moving)
  // Arrived cards have the focus by now; cards that appear later, for example by another filter, must not take it.
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
    const reason = to === 'rejected' ? await rejection.ask(row) : undefined
    if (to === 'rejected' && !reason) return setSaid(announcement(move, 'left'))
    arriving.current = row.reference
    setMoving(row.reference, [{ row, to }])
    const failed = await save(row, to, reason).then(
      () => '',
      (error: unknown) => `${row.reference}: ${sentenceOf(error)}`,
    )
    await reread(columns)
    // After a failure the card returns to its column and takes the focus there.
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
  return { move, moving, said, problem, arriving, lift, over, cancel, drop, press, dialog: rejection.dialog }
}

/** A card that is being saved, and its new column. */
export interface Moving<Row> {
  row: Row
  to: ApplicationStatus
}

/** Returns the cards of a column: first those that arrive, without those that leave. */
export function shownIn<Row extends { reference: string }>(
  rows: readonly Row[],
  status: ApplicationStatus,
  moving: readonly Moving<Row>[],
): Row[] {
  const coming = moving.filter(({ to }) => to === status).map(({ row }) => row)
  const others = rows.filter(({ reference }) => moving.every(({ row }) => row.reference !== reference))
  return [...coming, ...others]
}

/** A card that is picked up, and the column under it. */
export interface Move {
  reference: string
  from: ApplicationStatus
  over: ApplicationStatus
  /** Moved by a pointer, which needs no buttons. */
  isDragged: boolean
}

/** Returns the column beside another; at an end that column itself. */
export function neighbour(column: ApplicationStatus, step: -1 | 1): ApplicationStatus {
  return applicationStatuses[applicationStatuses.indexOf(column) + step] ?? column
}

/** Returns what a key does to a move: another column, an end, or nothing. */
export function moveByKey(move: Move, key: string): Move | 'drop' | 'cancel' | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return { ...move, over: neighbour(move.over, -1) }
  if (key === 'ArrowRight' || key === 'ArrowDown') return { ...move, over: neighbour(move.over, 1) }
  if (key === 'Enter' || key === ' ') return 'drop'
  if (key === 'Escape') return 'cancel'
  return undefined
}

/** Returns the announcement of a step for screen readers. */
export function announcement(
  { reference, from, over }: Move,
  step: 'lifted' | 'over' | 'dropped' | 'left',
): string {
  return boardWords[step](reference, statusNames[step === 'lifted' || step === 'left' ? from : over])
}
