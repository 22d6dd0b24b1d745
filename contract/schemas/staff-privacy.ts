import * as z from 'zod/mini'
import { privacyMessages } from '#contract/messages/staff-refusals.ts'
import { reference, relatedRecord } from './staff-records.ts'

const NAMED_MAX = 200
const ADDED_MAX = 400

/**
 * How an owner names a person. A reference names that record and no other; an e-mail or a phone names none by itself. In
 * the body, for it is personal.
 */
export const personNamed = z.object({
  by: z.enum(['email', 'phone', 'reference']),
  value: z.string().check(z.trim(), z.regex(/^[^\0]+$/, privacyMessages.value), z.maxLength(NAMED_MAX)),
  /** References of related records that the owner added after reading why they are related. */
  added: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,30}$/))).check(z.maxLength(ADDED_MAX))),
})
export type PersonNamed = z.infer<typeof personNamed>

/** What was named, by references and transactions, and what is related and not included. */
export const personRecords = z.object({
  records: z.array(z.string()),
  /** Who the named and related records are of, as they wrote it; empty where that cannot be read. */
  people: z.record(z.string(), z.object({ name: z.string(), receivedAt: z.string() })),
  related: z.array(
    z.extend(relatedRecord, {
      /** Otherwise it can only be named by its own reference. */
      canAdd: z.boolean(),
    }),
  ),
})
export type PersonRecords = z.infer<typeof personRecords>

/** A file of everything that is held about a person, as JSON. */
export const subjectFile = z.looseObject({ exported_at: z.nullable(z.string()) })

const counts = z.record(z.string(), z.number())

/** What an erasure would delete, by table, and what an owner should know before it. */
export const erasurePreview = z.object({
  counts,
  /** Transactions of mandates that the bank holds: erasing does not cancel them. */
  liveMandates: z.array(z.string()),
  /** How many agreements the person accepted. */
  agreements: z.number(),
})
export type ErasurePreview = z.infer<typeof erasurePreview>

/** Erases if what would go is still what was shown. */
export const erasureRequest = z.extend(personNamed, { shown: counts })
export const erasureDone = z.object({ counts, filesLeft: z.number() })

export const retentionPreview = z.object({
  periods: z.array(z.object({ name: z.string(), count: z.number() })),
  /** The clock jumped, or the server was off: from when to when, and until when nothing is deleted; null where deletion goes on. */
  pause: z.nullable(z.object({ from: z.string(), to: z.string(), until: z.string() })),
})

export const dueQuery = z.object({ after: z.optional(z.string().check(z.maxLength(300))) })
/** Enquiries and applications that are deleted within thirty days, the first to go first. */
export const dueList = z.object({
  records: z.array(
    z.object({
      reference,
      /** Empty where it does not decrypt. */
      name: z.string(),
      /** From this day in India on, YYYY-MM-DD. */
      due: z.string(),
    }),
  ),
  next: z.nullable(z.string()),
})
export type DueList = z.infer<typeof dueList>

export const auditQuery = z.object({ before: z.optional(z.coerce.number().check(z.int(), z.positive())) })
export const auditList = z.object({
  /** Newest first. */
  entries: z.array(
    z.object({
      seq: z.number(),
      at: z.string(),
      action: z.string(),
      /** A name at the desk, `system`, `visitor` or `operator`. */
      actor: z.string(),
      reference: z.nullable(z.string()),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  next: z.nullable(z.number()),
})
export type AuditList = z.infer<typeof auditList>
