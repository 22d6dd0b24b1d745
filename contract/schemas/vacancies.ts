import * as z from 'zod/mini'
import { languageCodes } from '#contract/messages/languages.ts'
import { vacancyContent, vacancyFieldNames } from '#contract/fields/vacancy.ts'
import { applicationStatuses, recordRow, reference, rejectionReasons, rowId } from './staff-records.ts'
import { vacancyReference } from './vacancy-named.ts'

export const vacancyStates = ['draft', 'published', 'closed'] as const
export type VacancyState = (typeof vacancyStates)[number]

/** Why a vacancy is closed. The server sets `expired` after the last day. */
export const vacancyClosings = ['filled', 'expired', 'withdrawn'] as const
export type VacancyClosing = (typeof vacancyClosings)[number]

/** The stages at a vacancy are those of an application. */
export const candidateStages = applicationStatuses
export type CandidateStage = (typeof candidateStages)[number]

const instant = z.string()
const stage = z.enum(candidateStages)
const counts = z.partialRecord(stage, z.number())

/** A row of the list of vacancies. */
export const vacancyRow = z.object({
  reference: vacancyReference,
  title: z.string(),
  state: z.enum(vacancyStates),
  closedAs: z.nullable(z.enum(vacancyClosings)),
  sector: z.string(),
  /** The name, also of a confidential employer; empty if unknown. */
  employer: z.string(),
  place: z.string(),
  /** Days YYYY-MM-DD, or empty. */
  postedOn: z.string(),
  openUntil: z.string(),
  openings: z.nullable(z.number()),
  placed: z.number(),
  /** People in each stage. */
  applicants: counts,
  version: z.number(),
})
export type VacancyRow = z.infer<typeof vacancyRow>

/** Why a vacancy needs attention: it closes within three days, nobody applied for seven, or all openings are filled. */
export const vacancyWaits = ['closing', 'quiet', 'full'] as const
export type VacancyWait = (typeof vacancyWaits)[number]

const text = z.string().check(z.trim(), z.maxLength(100))
export const vacancyListQuery = z.object({
  /** Words of the title, employer or place, or the reference. */
  q: z.optional(text),
  employer: z.optional(text),
  place: z.optional(text),
  /** Only vacancies from this enquiry. */
  enquiry: z.optional(reference),
  state: z.optional(z.enum(vacancyStates)),
  waits: z.optional(z.enum(vacancyWaits)),
  after: z.optional(z.string().check(z.maxLength(300))),
})
export const vacancyList = z.object({ rows: z.array(vacancyRow), next: z.nullable(z.string()) })

export type VacancyList = z.infer<typeof vacancyList>

/** What publishing still needs, by field. */
const missing = z.array(z.object({ field: z.enum(vacancyFieldNames), message: z.string() }))

/** A complete vacancy. `address` is that of its page, `enquiry` the reference of its enquiry. */
export const vacancyDetail = z.extend(vacancyRow, {
  content: vacancyContent,
  createdAt: instant,
  enquiry: z.nullable(z.string()),
  missing,
  address: z.string(),
})
export type VacancyDetail = z.infer<typeof vacancyDetail>

export const byVacancy = z.object({ reference: vacancyReference })

/** Creates a draft, or copies a vacancy without its closing day and the employer's permission. */
export const newVacancy = z.object({
  content: z.optional(vacancyContent),
  copyOf: z.optional(vacancyReference),
  enquiry: z.optional(reference),
})
/** A change based on the version that was seen. Another version answers 409 with the current vacancy. */
const seen = { version: z.number() }
export const vacancyChange = z.object({
  ...seen,
  content: vacancyContent,
  /** Whether the permission is for this employer, if the employer was changed or is now named. */
  agreedAnew: z._default(z.boolean(), false),
})
export const vacancySeen = z.object(seen)
/**
 * Closes a vacancy and decides about the people still considered: whether they are mailed, and for what reason they
 * move to «Rejected»; without either they stay. For a closed vacancy only the people change, and `as` is ignored.
 */
export const vacancyClose = z.object({
  ...seen,
  as: z.enum(['filled', 'withdrawn']),
  tell: z._default(z.boolean(), false),
  reason: z.optional(z.enum(rejectionReasons)),
})
/** Stages of people still considered, in the order of the work: not placed, rejected or withdrawn. */
export const stillAt: readonly CandidateStage[] = ['new', 'shortlisted', 'interview', 'offered']

/** Returns the furthest stage of a person up to placed, or else the last rejection or withdrawal; undefined for no stages. */
export function furthestOf(
  stages: readonly { stage: CandidateStage; changedAt: number }[],
): CandidateStage | undefined {
  const reached = [...stillAt, 'placed' as const].findLast((stage) =>
    stages.some((one) => one.stage === stage),
  )
  return reached ?? [...stages].sort((one, other) => other.changedAt - one.changedAt)[0]?.stage
}

/** The people still considered, and the mail «The vacancy is closed» in each of their languages. */
export const vacancyClosing = z.object({
  people: counts,
  mails: z.array(
    z.object({ language: z.enum(languageCodes), count: z.number(), subject: z.string(), text: z.string() }),
  ),
})
export type ClosingPeople = z.infer<typeof vacancyClosing>
export const vacancyConflict = z.object({
  message: z.string(),
  code: z.literal('changed_meanwhile'),
  vacancy: vacancyDetail,
})

/** A person considered for a vacancy. */
export const candidate = z.object({
  id: rowId,
  vacancy: vacancyReference,
  title: z.string(),
  /** Whether the vacancy is closed or its last day has passed. */
  isClosed: z.boolean(),
  application: z.string(),
  /** Empty if the record cannot be decrypted. */
  name: z.string(),
  stage,
  reason: z.nullable(z.enum(rejectionReasons)),
  since: instant,
  changedAt: instant,
  version: z.number(),
})
export type Candidate = z.infer<typeof candidate>

/** A person on the board, with the application's row. */
const boardCandidate = z.extend(candidate, { row: recordRow })
export type BoardCandidate = z.infer<typeof boardCandidate>

/** A vacancy's board: at most a thousand people, newest first. `total` counts all. */
export const vacancyBoard = z.object({
  vacancy: vacancyRow,
  candidates: z.array(boardCandidate),
  total: z.number(),
})
export type VacancyBoard = z.infer<typeof vacancyBoard>

export const candidateList = z.object({ candidates: z.array(candidate) })
export type CandidateList = z.infer<typeof candidateList>
export const byApplication = z.object({ reference })
export const candidateAdded = z.object({ vacancy: vacancyReference })
export const byCandidate = z.object({ id: rowId })
export const candidateMove = z.object({ ...seen, stage, reason: z.optional(z.enum(rejectionReasons)) }).check(
  z.refine(({ stage: to, reason }) => (to === 'rejected') === (reason !== undefined), {
    path: ['reason'],
    error: 'A rejection has one of the reasons, and nothing else has one',
  }),
)
export type CandidateMove = z.infer<typeof candidateMove>

/** `isFull`: every opening is filled, so the vacancy can be closed. */
export const candidateMoved = z.object({ candidate, isFull: z.boolean() })
