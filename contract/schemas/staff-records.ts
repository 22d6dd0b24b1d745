import { vacancySectors } from '#contract/fields/sectors.ts'
import * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import { documentMarks } from './documents.ts'
import { mandateStatus } from './mandates.ts'
import { vacancyReference } from './vacancy-named.ts'

/** The three lists of the desk, as in its addresses, with the prefixes of their references. */
export const recordKinds = { enquiries: 'EN', applications: 'AP', executives: 'EX' } as const
export type RecordKind = keyof typeof recordKinds
export const recordKind = z.enum(Object.keys(recordKinds) as [RecordKind, ...RecordKind[]])

/** `EN-…`, `AP-…` or `EX-…`. It gives outsiders no access. */
export const reference = z.string().check(z.toUpperCase(), z.regex(/^(EN|AP|EX)-[0-9A-HJKMNP-TV-Z]{6}$/))

/** The reference of an agreement or annex. It gives no access either. */
export const agreementReference = z
  .string()
  .check(z.toUpperCase(), z.regex(/^AG(-[0-9A-HJKMNP-TV-Z]{4}){3}$/))

/** The id of a row. PostgreSQL fails on a text with a zero byte. */
export const rowId = z.string().check(z.regex(/^[\w-]{0,64}$/))

/** Returns the kind of record of a reference. */
export function kindOfReference(name: string): RecordKind | undefined {
  const found = Object.entries(recordKinds).find(([, start]) => name.toUpperCase().startsWith(`${start}-`))
  return found?.[0] as RecordKind | undefined
}

/** Statuses set by staff, in the order of work. */
export const enquiryStatuses = ['new', 'contacted', 'won', 'closed'] as const
export const applicationStatuses = [
  'new',
  'shortlisted',
  'interview',
  'offered',
  'placed',
  'rejected',
  'withdrawn',
] as const
/** Reasons for a rejection. There is no free text. */
export const rejectionReasons = [
  'experience',
  'qualification',
  'place',
  'pay',
  'availability',
  'filled',
  'no_answer',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/**
 * Derived from agreement and mandate; nobody sets them. `mandate_failed`: before the agreement was accepted.
 * `annex_open`: another mandate has replaced the one in the agreement, and the annex is not accepted yet.
 */
export const executiveStatuses = [
  'registered',
  'signed',
  'active',
  'mandate_failed',
  'signed_mandate_failed',
  'annex_open',
] as const

export const applicationStatus = z.enum(applicationStatuses)

export type EnquiryStatus = (typeof enquiryStatuses)[number]
export type ApplicationStatus = (typeof applicationStatuses)[number]
export type ExecutiveStatus = (typeof executiveStatuses)[number]

const stands: Record<ApplicationStatus, 'before the interview' | 'after the interview' | 'ended'> = {
  new: 'before the interview',
  shortlisted: 'before the interview',
  interview: 'before the interview',
  offered: 'after the interview',
  placed: 'ended',
  rejected: 'ended',
  withdrawn: 'ended',
}
/** Final statuses of an application and final stages at a vacancy. */
export const endedStatuses = /* @__PURE__ */ applicationStatuses.filter(
  (status) => stands[status] === 'ended',
)
/** Statuses of an application before a possible interview. */
export const statusesBeforeInterview = /* @__PURE__ */ applicationStatuses.filter(
  (status) => stands[status] === 'before the interview',
)

/** Returns whether a person with this status has accepted the agreement. */
export function hasAgreement(status: RecordStatus | null): boolean {
  return status !== null && status !== 'registered' && status !== 'mandate_failed'
}

export const recordStatuses = {
  enquiries: enquiryStatuses,
  applications: applicationStatuses,
  executives: executiveStatuses,
} as const
export const recordStatus = z.enum([
  ...new Set([...enquiryStatuses, ...applicationStatuses, ...executiveStatuses]),
])
export type RecordStatus = z.infer<typeof recordStatus>

const instant = z.string()
const person = z.object({ id: z.string(), name: z.string() })

/** Filters of a list, all of which apply. `assigned`: a person's id, `me` or `nobody`. */
export const recordFilters = z.object({
  status: z.optional(recordStatus),
  assigned: z.optional(rowId),
  /** Days YYYY-MM-DD in India, both included. */
  from: z.optional(z.string().check(z.refine(isRealDate))),
  to: z.optional(z.string().check(z.refine(isRealDate))),
  /** A word of the city, the state or the wanted place of work. Other parts of an address are not searched. */
  place: z.optional(z.string().check(z.maxLength(100))),
  /** A field whose document must be present. */
  document: z.optional(z.enum(['resume', 'edu_certificate', 'aadhar_card', 'pan_card'])),
  mandate: z.optional(mandateStatus),
  /** The sector of an applicant. */
  sector: z.optional(z.enum(vacancySectors)),
  /** A vacancy of an applicant, also a former one. */
  vacancy: z.optional(vacancyReference),
  /** Includes superseded applications. */
  superseded: z.optional(z.literal('shown')),
})
export type RecordFilters = z.infer<typeof recordFilters>

/** The orders of a list: by arrival (default), by last change, or by status and arrival. */
export const recordSorts = ['newest', 'oldest', 'changed', 'unchanged', 'status'] as const
const recordSort = z.enum(recordSorts)
export type RecordSort = z.infer<typeof recordSort>

/** The filters and order of a list; absent: the default order. */
export const recordSelection = z.extend(recordFilters, { sort: z.optional(recordSort) })
export type RecordSelection = z.infer<typeof recordSelection>

/**
 * The query of a list: filters, order and the cursor of the previous page. A page may be short or empty and still have
 * a cursor: a filter by place stops after a limited search and continues from there.
 */
export const recordListQuery = z.extend(recordSelection, {
  after: z.optional(z.string().check(z.maxLength(300))),
})

/** The references before and after a record in a list, if any. */
export const recordNeighbours = z.object({
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
})

/** Filters of a board. */
export const boardFilters = z.pick(recordFilters, { assigned: true, from: true, to: true, sector: true })
export type BoardFilters = z.infer<typeof boardFilters>

/** Records per status are counted up to this number; a board then shows «or more». */
export const COUNTED_MOST = 1000
export const recordCounts = z.object({ counts: z.record(z.string(), z.number()) })

export const ABOUT_MAX = 140

/** A row of a list: a name and a summary without numbers and addresses, and no contact data. */
export const recordRow = z.object({
  id: z.string(),
  reference: z.string(),
  receivedAt: instant,
  /** The last change by staff or the person. */
  changedAt: instant,
  /** True if a value cannot be decrypted. The texts are then empty. */
  unreadable: z.boolean(),
  name: z.string(),
  /** The beginning of the enquiry, or the wanted work; may be empty. */
  about: z.string(),
  /** An applicant's experience, as written. */
  experience: z.string(),
  status: recordStatus,
  assignedTo: z.nullable(person),
  /** The city of an executive. For an applicant, the wanted place of work, or else the end of the address. */
  place: z.string(),
  /** Whether `place` is an applicant's wanted place of work. */
  placeWished: z.boolean(),
  /** Fields of the present documents. */
  documents: z.array(z.string()),
  mandate: z.nullable(mandateStatus),
  /** The sector of an applicant; otherwise empty. */
  sector: z.string(),
  /** An applicant's present and former vacancies, newest first. */
  vacancies: z.array(z.object({ reference: z.string(), title: z.string() })),
  /** Whether the person sent another application instead. */
  superseded: z.boolean(),
  /** Counts changes by staff. A change has to name the version it is based on. */
  version: z.number(),
})
export type RecordRow = z.infer<typeof recordRow>

export const recordList = z.object({ rows: z.array(recordRow), next: z.nullable(z.string()) })
export type RecordList = z.infer<typeof recordList>

/** An entry of a record's timeline. `by`: the member of staff; null for the visitor and the system. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum([
    'received',
    'mail',
    'status',
    'assigned',
    'note',
    'looked',
    'document',
    'link',
    'mandate',
    'agreement',
    'superseded',
    'again',
    'vacancy',
    'own',
    'reminders',
  ]),
  by: z.nullable(person),
  /** A sentence to show. */
  text: z.string(),
  /** Present for a mail that waits to be sent. */
  waits: z.optional(z.boolean()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const recordDocument = z.object({
  id: z.string(),
  field: z.string(),
  name: z.string(),
  kind: z.string(),
  /** The size and the virus scanner's result; null for documents made by the site. */
  bytes: z.nullable(z.number()),
  scan: z.nullable(z.enum(['clean', 'unscanned', 'off'])),
  /** What was found in it that acts once the original is opened; null of what the site made itself. */
  marks: z.nullable(z.array(z.enum(documentMarks))),
})
export type RecordDocument = z.infer<typeof recordDocument>

/** Another record with the same e-mail or phone, possibly of another person. */
export const relatedRecord = z.object({
  reference: z.string(),
  same: z.array(z.enum(['email', 'phone'])),
  /** Whether a code verified that record's phone. E-mails are never verified. */
  verified: z.boolean(),
})
export type RelatedRecord = z.infer<typeof relatedRecord>

const facts = z.array(z.object({ label: z.string(), value: z.string() }))

/** A record with masked personal values (`m•••••@example.in`). `asked` and `facts` are in the order of display. */
export const recordDetail = z.extend(recordRow, {
  kind: recordKind,
  email: z.string(),
  phone: z.string(),
  asked: facts,
  facts,
  files: z.array(recordDocument),
  /** Documents that staff asked for and the applicant has not sent. */
  requests: z.array(z.object({ id: rowId, document: z.string(), askedAt: instant })),
  timeline: z.array(timelineEntry),
  also: z.array(relatedRecord),
  /** References of the application that superseded this one, and of those that this one superseded. */
  supersededBy: z.nullable(z.string()),
  supersedes: z.array(z.string()),
})
export type RecordDetail = z.infer<typeof recordDetail>

export const byRequest = z.object({ reference, id: rowId })

/** The answer of «Show contact»: the facts unmasked. */
export const recordContact = z.pick(recordDetail, { name: true, email: true, phone: true, facts: true })
export type RecordContact = z.infer<typeof recordContact>

/** A change by staff, based on a version. Another version answers 409 with the current record. */
const change = z.object({
  status: z.optional(recordStatus),
  /** The id of a member of staff; null for nobody. */
  assignedTo: z.optional(z.nullable(rowId)),
  /** The reason for a rejection; not for other statuses. The applicant is not told. */
  reason: z.optional(z.enum(rejectionReasons)),
})
export const recordChange = z.extend(change, { version: z.number() })
export type RecordChange = z.infer<typeof recordChange>
export const recordConflict = z.object({
  message: z.string(),
  code: z.literal('changed_meanwhile'),
  record: recordDetail,
})

/** A record with the version that was seen. */
export const seenRecord = z.object({ reference, version: z.number() })
export type SeenRecord = z.infer<typeof seenRecord>

/** Most records per call. */
export const BULK_MAX = 200
/** A change of many records, each based on the version that was seen. */
export const bulkChange = z.extend(change, {
  records: z.array(seenRecord).check(z.minLength(1), z.maxLength(BULK_MAX)),
})
/**
 * References by result. `left`: has a newer version and was not changed. `several`: still at several vacancies, so that no
 * status can be set for all. `refused`: does not exist.
 */
export const bulkAnswer = z.object({
  changed: z.array(z.string()),
  left: z.array(z.string()),
  several: z.array(z.string()),
  refused: z.array(z.string()),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>

/** The id makes a repeated request store the note once. */
export const noteRequest = z.object({
  id: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
})

/** Saved filters and order. `query` is the part of the address after `?`. */
export const savedView = z.object({
  id: z.string(),
  kind: recordKind,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  query: z.string().check(z.maxLength(500)),
})
export type SavedView = z.infer<typeof savedView>

/** Returns whether a query contains only filters and an order, so that no search for a person is stored. */
function holdsFilters(query: string): boolean {
  return [...new URLSearchParams(query)].every(
    ([name, value]) =>
      Object.hasOwn(recordSelection.shape, name) && recordSelection.safeParse({ [name]: value }).success,
  )
}

export const savedViewRequest = z.extend(z.omit(savedView, { id: true }), {
  query: z.string().check(z.maxLength(500), z.refine(holdsFilters)),
})
export type SavedViewRequest = z.infer<typeof savedViewRequest>
export const savedViews = z.object({ views: z.array(savedView) })

/** The answer of «Show bank details». */
export const recordBank = z.pick(recordDetail, { facts: true })

/** Most single records in an export. */
const EXPORTED_MOST = 2000

/**
 * The rows to export. The answer is a CSV that is streamed. Its header states the number of rows at the start, for
 * progress and to detect an incomplete answer.
 */
export const exportRequest = z.extend(recordFilters, {
  kind: recordKind,
  /** Only these rows of the filtered list. */
  references: z.optional(z.array(reference).check(z.minLength(1), z.maxLength(EXPORTED_MOST))),
})
export const EXPORT_ROWS_HEADER = 'x-export-rows'

/** A search over all three lists. `next` continues it, also after a page without hits. */
export const searchRequest = z.object({
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  after: z.optional(z.string().check(z.maxLength(300))),
})
export const rowOfAnyKind = z.extend(recordRow, { kind: recordKind })
export type RowOfAnyKind = z.infer<typeof rowOfAnyKind>
export const searchAnswer = z.object({
  hits: z.array(rowOfAnyKind),
  next: z.nullable(z.string()),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
