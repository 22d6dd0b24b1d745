import { type ApplicationStatus } from '#contract/schemas/staff-records.ts'

/** Moving an application on the board, for screen readers. */
export const boardWords = {
  move: (name: string) => `Move ${name}`,
  help: 'Press Enter to pick up, the left and right arrow keys to move, Enter to drop, Escape to leave it where it was.',
  lifted: (name: string, column: string) => `${name} picked up from ${column}.`,
  over: (name: string, column: string) => `${name} over ${column}.`,
  dropped: (name: string, column: string) => `${name} moved to ${column}.`,
  left: (name: string, column: string) => `${name} stays in ${column}.`,
  saving: (name: string, column: string) => `${name} is being moved to ${column}.`,
  dropIn: (column: string) => `Drop in ${column}`,
  /** Shown in an empty column: what belongs there. */
  empty: {
    new: 'Who applied and has not been looked at yet.',
    shortlisted: 'Who suits, and is to be talked with.',
    interview: 'Who is invited to an interview.',
    offered: 'Who has an offer and has not answered it.',
    placed: 'Who begins, or has begun.',
    rejected: 'Who does not suit this time.',
    withdrawn: 'Who does not want to go on.',
  } satisfies Record<ApplicationStatus, string>,
  count: (count: number, most: number) => (count < most ? String(count) : `${most - 1}+`),
  filters: 'Filters of the board',
} as const
