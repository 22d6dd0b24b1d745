import * as z from 'zod/mini'
import { mandateStatus, transactionId } from './mandates.ts'
import { rowOfAnyKind } from './staff-records.ts'

const instant = z.string()

/**
 * Lists of work over all kinds, the longest waiting first. `mine`: assigned to oneself and not finished. `waiting`: not
 * answered or handled, and not one's own. `late`: those of everybody that have waited for more than three days.
 */
export const workLists = ['mine', 'waiting', 'late'] as const
export type WorkList = (typeof workLists)[number]
export const byWorkList = z.object({ of: z.enum(workLists) })
export const workQuery = z.object({ after: z.optional(z.string().check(z.maxLength(300))) })
export const workPage = z.object({ rows: z.array(rowOfAnyKind), next: z.nullable(z.string()) })

/** Lists of work are counted up to this number. */
export const WORK_COUNTED = 1000

/** The screen «Today»: work, counts of waiting items, thirty days, the funnel and the providers. */
export const todayAnswer = z.object({
  work: z.object({
    /** Today's interviews, the earliest first. */
    interviews: z.array(z.extend(rowOfAnyKind, { at: instant })),
    /** The first rows of each list. */
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
    /** Failed jobs, such as mails, which `retry` starts again. */
    jobs: z.array(
      z.object({
        ...{ id: z.string(), kind: z.string(), failure: z.string(), at: instant },
        /** The person concerned, if any. */
        record: z.nullable(z.object({ reference: z.string(), name: z.string() })),
      }),
    ),
    /** Jobs that are due or wait for another attempt; `failure` is the last failure. */
    waitingJobs: z.array(z.object({ id: z.string(), kind: z.string(), failure: z.string(), due: instant })),
    /** Active or pending mandates without a registration. */
    unclaimedMandates: z.array(z.object({ transactionId: z.string(), status: mandateStatus, at: instant })),
  }),
  days: z.array(z.object({ day: z.string(), enquiries: z.number(), applications: z.number() })),
  funnel: z.array(z.object({ step: z.string(), count: z.number() })),
  providers: z.array(
    z.object({ name: z.string(), sandbox: z.boolean(), state: z.enum(['closed', 'open', 'trying']) }),
  ),
})
export type TodayAnswer = z.infer<typeof todayAnswer>

/** A mandate by its transaction, because it has no record, and its current status at the gateway. */
export const byTransaction = z.object({ transactionId })
export const mandateNow = z.object({ status: mandateStatus })
