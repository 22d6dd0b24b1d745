import { vacancySectors } from '#contract/fields/sectors.ts'
import * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import { documentMarks } from './documents.ts'
import { mandateStatus } from './mandates.ts'
import { vacancyReference } from './vacancy-named.ts'

/** The three lists of the desk, named as in its addresses, with the beginning of their references. */
export const recordKinds = { enquiries: 'EN', applications: 'AP', executives: 'EX' } as const
export type RecordKind = keyof typeof recordKinds
export const recordKind = z.enum(Object.keys(recordKinds) as [RecordKind, ...RecordKind[]])

/** `EN-…`, `AP-…` or `EX-…`; it opens nothing to outsiders. */
export const reference = z.string().check(z.toUpperCase(), z.regex(/^(EN|AP|EX)-[0-9A-HJKMNP-TV-Z]{6}$/))

/** What people call an agreement or an annex by; it opens nothing either. */
export const agreementReference = z
  .string()
  .check(z.toUpperCase(), z.regex(/^AG(-[0-9A-HJKMNP-TV-Z]{4}){3}$/))

/** The id of a row: PostgreSQL fails where it has to compare a text with a zero byte. */
export const rowId = z.string().check(z.regex(/^[\w-]{0,64}$/))

/** The kind of record that a reference is of. */
export function kindOfReference(name: string): RecordKind | undefined {
  const found = Object.entries(recordKinds).find(([, start]) => name.toUpperCase().startsWith(`${start}-`))
  return found?.[0] as RecordKind | undefined
}

/** Statuses that staff set, in the order of the work. */
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
/** Why a person is rejected, at a vacancy or altogether; one of these, and nothing in free words. */
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
 * Derived from the agreement and the mandate; nobody sets them. `mandate_failed`: before the agreement was accepted.
 * `annex_open`: another mandate took the place of the one that the agreement names, and the annex is not accepted yet.
 */
export const executiveStatuses = [
  'registered',
  'signed',
  'active',
  'mandate_failed',
  'signed_mandate_failed',
  'annex_open',
] as const

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
/** The statuses of an application, and the stages at a vacancy, in which nobody waits any more. */
export const endedStatuses = /* @__PURE__ */ applicationStatuses.filter(
  (status) => stands[status] === 'ended',
)
/** The statuses of an application whose interview, if there is to be one, is still to come. */
export const statusesBeforeInterview = /* @__PURE__ */ applicationStatuses.filter(
  (status) => stands[status] === 'before the interview',
)

/** Whether a person of this status has accepted the agreement itself. */
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

/** Filters of a list; all that are given hold at once. `assigned`: a person's id, `me` or `nobody`. */
export const recordFilters = z.object({
  status: z.optional(recordStatus),
  assigned: z.optional(rowId),
  /** Days YYYY-MM-DD in India, both included. */
  from: z.optional(z.string().check(z.refine(isRealDate))),
  to: z.optional(z.string().check(z.refine(isRealDate))),
  /** A word of the city or state, or of where an applicant wants to work; never of the rest of an address, which is masked. */
  place: z.optional(z.string().check(z.maxLength(100))),
  /** A field of the form whose document must be there. */
  document: z.optional(z.enum(['resume', 'edu_certificate', 'aadhar_card', 'pan_card'])),
  mandate: z.optional(mandateStatus),
  /** In which an applicant looks for work. */
  sector: z.optional(z.enum(vacancySectors)),
  /** At which an applicant stands, or stood. */
  vacancy: z.optional(vacancyReference),
  /** Applications that a later one superseded stand in the list too. */
  superseded: z.optional(z.literal('shown')),
})
export type RecordFilters = z.infer<typeof recordFilters>

/** The orders of a list, the first the usual one: by arrival, by the last change, or by status and then by arrival. */
export const recordSorts = ['newest', 'oldest', 'changed', 'unchanged', 'status'] as const
const recordSort = z.enum(recordSorts)
export type RecordSort = z.infer<typeof recordSort>

/** The filters of a list, and its order where it is not the usual one. */
export const recordSelection = z.extend(recordFilters, { sort: z.optional(recordSort) })
export type RecordSelection = z.infer<typeof recordSelection>

/**
 * A list's query: the filters, the order, and the cursor of the page before. A page may have fewer rows than others, or
 * none, and yet a cursor: a filter by place stops after a bounded search and goes on from there.
 */
export const recordListQuery = z.extend(recordSelection, {
  after: z.optional(z.string().check(z.maxLength(300))),
})

/** The references before and after a record in a list, where there are any. */
export const recordNeighbours = z.object({
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
})

/** By which the columns of a board are filtered. */
export const boardFilters = z.pick(recordFilters, { assigned: true, from: true, to: true, sector: true })
export type BoardFilters = z.infer<typeof boardFilters>

/** Records of a status are counted to this; a board says that there are as many, or more. */
export const COUNTED_MOST = 1000
export const recordCounts = z.object({ counts: z.record(z.string(), z.number()) })

/** Characters of what a row is about. */
export const ABOUT_MAX = 140

/** A line of a list. It shows a name and what it is about, without the numbers and addresses in it, and no contact. */
export const recordRow = z.object({
  id: z.string(),
  reference: z.string(),
  receivedAt: instant,
  /** Of the last change by staff, or by the person themselves. */
  changedAt: instant,
  /** True where a value cannot be decrypted; then the texts are empty and the row says so. */
  unreadable: z.boolean(),
  name: z.string(),
  /** The beginning of what was asked, or the work that is looked for; empty where nothing was said. */
  about: z.string(),
  /** Of an applicant, as they wrote it. */
  experience: z.string(),
  status: recordStatus,
  assignedTo: z.nullable(person),
  /** A city, for executives; for applications where they want to work, or else the end of the address, which may be empty. */
  place: z.string(),
  /** That it is where an applicant wants to work; always false of other kinds. */
  placeWished: z.boolean(),
  /** Fields of the documents that are there. */
  documents: z.array(z.string()),
  mandate: z.nullable(mandateStatus),
  /** In which an applicant looks for work; empty where they did not say, and of other kinds. */
  sector: z.string(),
  /** At which an applicant stands, or stood, the newest first. */
  vacancies: z.array(z.object({ reference: z.string(), title: z.string() })),
  /** That the person sent another application, which counts instead; always false of other kinds. */
  superseded: z.boolean(),
  /** Counts changes by staff: a change names the version that it was made over. */
  version: z.number(),
})
export type RecordRow = z.infer<typeof recordRow>

export const recordList = z.object({ rows: z.array(recordRow), next: z.nullable(z.string()) })
export type RecordList = z.infer<typeof recordList>

/** Something that happened to a record. `by`: who at the desk; null for the visitor and the system. */
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
  /** A sentence, ready to be shown. */
  text: z.string(),
  /** There of a mail alone that waits to be sent. */
  waits: z.optional(z.boolean()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const recordDocument = z.object({
  id: z.string(),
  field: z.string(),
  name: z.string(),
  kind: z.string(),
  /** The size, and what the virus scanner found; null of what the site made itself. */
  bytes: z.nullable(z.number()),
  scan: z.nullable(z.enum(['clean', 'unscanned', 'off'])),
  /** What was found in it that acts once the original is opened; null of what the site made itself. */
  marks: z.nullable(z.array(z.enum(documentMarks))),
})
export type RecordDocument = z.infer<typeof recordDocument>

/** Another record with the same e-mail or phone, which may be somebody else's. */
export const relatedRecord = z.object({
  reference: z.string(),
  same: z.array(z.enum(['email', 'phone'])),
  /** That a code verified the phone there; an e-mail is verified nowhere. */
  verified: z.boolean(),
})
export type RelatedRecord = z.infer<typeof relatedRecord>

const facts = z.array(z.object({ label: z.string(), value: z.string() }))

/**
 * A whole record, personal values masked (`m•••••@example.in`); `asked`, what the person wants, and `facts` are in the order
 * in which they are shown.
 */
export const recordDetail = z.extend(recordRow, {
  kind: recordKind,
  email: z.string(),
  phone: z.string(),
  asked: facts,
  facts,
  files: z.array(recordDocument),
  /** What staff asked an applicant for, in their words, and has not come yet. */
  requests: z.array(z.object({ id: rowId, document: z.string(), askedAt: instant })),
  timeline: z.array(timelineEntry),
  also: z.array(relatedRecord),
  /** References of the application that superseded this one, if it is there, and of those that this one superseded. */
  supersededBy: z.nullable(z.string()),
  supersedes: z.array(z.string()),
})
export type RecordDetail = z.infer<typeof recordDetail>

export const byRequest = z.object({ reference, id: rowId })

/** What «Show contact» answers: the same facts, unmasked. */
export const recordContact = z.pick(recordDetail, { name: true, email: true, phone: true, facts: true })
export type RecordContact = z.infer<typeof recordContact>

/** A change by staff over the version that they saw; another version there answers 409 with the record as it is now. */
const change = z.object({
  status: z.optional(recordStatus),
  /** A person's id; null for nobody. */
  assignedTo: z.optional(z.nullable(rowId)),
  /** Why an applicant is rejected; of no other status. The person is not told. */
  reason: z.optional(z.enum(rejectionReasons)),
})
export const recordChange = z.extend(change, { version: z.number() })
export type RecordChange = z.infer<typeof recordChange>
export const recordConflict = z.object({
  message: z.string(),
  code: z.literal('changed_meanwhile'),
  record: recordDetail,
})

/** A record as somebody saw it when they chose it. */
export const seenRecord = z.object({ reference, version: z.number() })
export type SeenRecord = z.infer<typeof seenRecord>

/** Records that one call changes at most. */
export const BULK_MAX = 200
/** The same change of many records, each over the version that was seen. */
export const bulkChange = z.extend(change, {
  records: z.array(seenRecord).check(z.minLength(1), z.maxLength(BULK_MAX)),
})
/** References by what became of them: `left` have another version by now and stay as they are; `refused` are not there. */
export const bulkAnswer = z.object({
  changed: z.array(z.string()),
  left: z.array(z.string()),
  refused: z.array(z.string()),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>

/** The note's own id makes a repeated request store it once. */
export const noteRequest = z.object({
  id: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
})

/** Filters and an order under a name; `query` is the part of the address after `?`. */
export const savedView = z.object({
  id: z.string(),
  kind: recordKind,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  query: z.string().check(z.maxLength(500)),
})
export type SavedView = z.infer<typeof savedView>

/** Whether a query holds filters of a list, its order and nothing else, so that no search for a person is kept with them. */
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

/** What «Show bank details» answers, in the order in which it is shown. */
export const recordBank = z.pick(recordDetail, { facts: true })

/** Records that an export names one by one at most. */
const EXPORTED_MOST = 2000

/**
 * The rows to export. The answer is one CSV, written as it is read. Its header says how many rows there were at the start:
 * for progress, and so that an answer that broke off is not kept but requested again.
 */
export const exportRequest = z.extend(recordFilters, {
  kind: recordKind,
  /** Only these of what the filters leave. */
  references: z.optional(z.array(reference).check(z.minLength(1), z.maxLength(EXPORTED_MOST))),
})
export const EXPORT_ROWS_HEADER = 'x-export-rows'

/** Hits of a search over all three lists; `next` goes on where it stopped, also after a page without a hit. */
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
