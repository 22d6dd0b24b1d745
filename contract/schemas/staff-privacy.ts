import * as z from 'zod/mini'
import { privacyMessages } from '#contract/messages/staff-refusals.ts'
import { reference, relatedRecord } from './staff-records.ts'

const NAMED_MAX = 200
const ADDED_MAX = 400

/**
 * How an owner identifies a person. A reference selects only that record; an e-mail or phone selects none by itself.
 * Sent in the body, because it is personal.
 */
export const personNamed = z.object({
  by: z.enum(['email', 'phone', 'reference']),
  value: z.string().check(z.trim(), z.regex(/^[^\0]+$/, privacyMessages.value), z.maxLength(NAMED_MAX)),
  /** References of related records that the owner added after reading why they are related. */
  added: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,30}$/))).check(z.maxLength(ADDED_MAX))),
})
export type PersonNamed = z.infer<typeof personNamed>

/** The selected records, by references and transactions, and related ones that are not selected. */
export const personRecords = z.object({
  records: z.array(z.string()),
  /** The names in the selected and related records; empty if they cannot be decrypted. */
  people: z.record(z.string(), z.object({ name: z.string(), receivedAt: z.string() })),
  related: z.array(
    z.extend(relatedRecord, {
      /** If false, it can only be selected by its own reference. */
      canAdd: z.boolean(),
    }),
  ),
})
export type PersonRecords = z.infer<typeof personRecords>

/** All stored data about a person, as JSON. */
export const subjectFile = z.looseObject({ exported_at: z.nullable(z.string()) })

const counts = z.record(z.string(), z.number())

/** What an erasure would delete, by table, and what an owner should know first. */
export const erasurePreview = z.object({
  counts,
  /** Transactions of active mandates at the bank, which an erasure does not cancel. */
  liveMandates: z.array(z.string()),
  /** The number of accepted agreements. */
  agreements: z.number(),
})
export type ErasurePreview = z.infer<typeof erasurePreview>

/** Erases only if the counts are still those that were shown. */
export const erasureRequest = z.extend(personNamed, { shown: counts })
export const erasureDone = z.object({ counts, filesLeft: z.number() })

export const retentionPreview = z.object({
  periods: z.array(z.object({ name: z.string(), count: z.number() })),
  /** A pause of deletion after the clock jumped or the server was off; null without one. */
  pause: z.nullable(z.object({ from: z.string(), to: z.string(), until: z.string() })),
})

export const dueQuery = z.object({ after: z.optional(z.string().check(z.maxLength(300))) })
/** Enquiries and applications due for deletion within thirty days, the first due first. */
export const dueList = z.object({
  records: z.array(
    z.object({
      reference,
      /** Empty if it cannot be decrypted. */
      name: z.string(),
      /** The first day in India, YYYY-MM-DD. */
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
      /** The name of a member of staff, `system`, `visitor` or `operator`. */
      actor: z.string(),
      reference: z.nullable(z.string()),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  next: z.nullable(z.number()),
})
export type AuditList = z.infer<typeof auditList>
