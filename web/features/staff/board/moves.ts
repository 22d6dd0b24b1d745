import { boardWords } from '#contract/messages/staff-lists.ts'
import { statusNames } from '#contract/messages/staff.ts'
import { applicationStatuses, type ApplicationStatus } from '#contract/schemas/staff-records.ts'

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
