import * as z from 'zod/mini'
import { mandateStatus, transactionId } from './mandates.ts'
import { rowOfAnyKind } from './staff-records.ts'

const instant = z.string()

/**
 * Lists of work over all kinds, who waits longest first. `mine`: assigned to oneself and not at its end; `waiting`: not
 * answered, or not come about, and not one's own; `late`: that of everybody, for more than three days.
 */
export const workLists = ['mine', 'waiting', 'late'] as const
export type WorkList = (typeof workLists)[number]
export const byWorkList = z.object({ of: z.enum(workLists) })
export const workQuery = z.object({ after: z.optional(z.string().check(z.maxLength(300))) })
export const workPage = z.object({ rows: z.array(rowOfAnyKind), next: z.nullable(z.string()) })

/** What lists of work are counted to: who has more to do knows enough. */
export const WORK_COUNTED = 1000

/** «Today»: the work, what waits in figures, thirty days by day, the funnel, and the providers. */
export const todayAnswer = z.object({
  work: z.object({
    /** Of today, the earliest first. */
    interviews: z.array(z.extend(rowOfAnyKind, { at: instant })),
    /** The beginning of each list. */
    mine: z.array(rowOfAnyKind),
    waiting: z.array(rowOfAnyKind),
    counts: z.object({ mine: z.number(), waiting: z.number(), late: z.number() }),
  }),
  waiting: z.object({
    enquiries: z.number(),
    applications: z.number(),
    failedMandates: z.number(),
    failedAfterSigning: z.number(),
    openAnnexes: z.number(),
    unsigned: z.number(),
    closingVacancies: z.number(),
    quietVacancies: z.number(),
    fullVacancies: z.number(),
    /** Jobs given up, such as mails: to be tried again by `retry`. */
    jobs: z.array(
      z.object({
        ...{ id: z.string(), kind: z.string(), failure: z.string(), at: instant },
        /** Whom it is about, where it is about somebody. */
        record: z.nullable(z.object({ reference: z.string(), name: z.string() })),
      }),
    ),
    /** Jobs that are due or wait for another attempt, after which `failure` says what went wrong before. */
    waitingJobs: z.array(z.object({ id: z.string(), kind: z.string(), failure: z.string(), due: instant })),
    /** Live mandates that no registration names. */
    unclaimedMandates: z.array(z.object({ transactionId: z.string(), status: mandateStatus, at: instant })),
  }),
  days: z.array(z.object({ day: z.string(), enquiries: z.number(), applications: z.number() })),
  funnel: z.array(z.object({ step: z.string(), count: z.number() })),
  providers: z.array(
    z.object({ name: z.string(), sandbox: z.boolean(), state: z.enum(['closed', 'open', 'trying']) }),
  ),
})
export type TodayAnswer = z.infer<typeof todayAnswer>

/** A mandate by its transaction, since no record names it, and its status as the gateway says now. */
export const byTransaction = z.object({ transactionId })
export const mandateNow = z.object({ status: mandateStatus })
