import { mandateStatuses } from '#contract/schemas/mandates.ts'
import { type RecordFilters, type RecordKind, recordStatuses } from '#contract/schemas/staff-records.ts'
import { documentBits } from '#server/platform/db/records.ts'
import { documentFieldNames } from '#contract/fields/application.ts'

/** Values by column that a row of a list has to have. */
export type Branch = Record<string, string | number>

/** Times of arrival in milliseconds, from the first on, before the second. */
export interface Arrival {
  from: number
  before: number
}

const allBits = Array.from({ length: 2 ** documentFieldNames.length }, (_, bits) => bits)

/** The columns that the indexes of a kind begin with, each with all its values. */
const columns: Record<RecordKind, Record<string, readonly (string | number)[]>> = {
  enquiries: { status: recordStatuses.enquiries },
  applications: { status: recordStatuses.applications, documents: allBits },
  executives: { status: recordStatuses.executives, mandate_status: mandateStatuses },
}

/**
 * The filters as a union of ranges of an index, each in the order of arrival: a column that no filter names is passed
 * through with each of its few values, so that no filter and no pair of them reads more than a page of each range. Empty
 * where nothing can match, as a document of an enquiry.
 */
export function branchesOf(
  kind: RecordKind,
  filters: RecordFilters,
  assignedTo: string | undefined,
): Branch[] {
  const { status, document, mandate, superseded } = filters
  const wanted: Record<string, readonly (string | number)[]> = {}
  if (status !== undefined) wanted['status'] = [status]
  if (mandate !== undefined) wanted['mandate_status'] = [mandate]
  if (document !== undefined) {
    const bit = documentBits([document])
    wanted['documents'] = allBits.filter((bits) => (bits & bit) !== 0)
  }
  const own = columns[kind]
  const isPossible = Object.entries(wanted).every(([column, values]) =>
    values.some((value) => own[column]?.includes(value)),
  )
  if (!isPossible) return []
  const assigned: Branch = {
    ...(assignedTo === undefined ? {} : { assigned_to: assignedTo }),
    // The indexes end with it: it narrows no range.
    ...(kind === 'applications' && superseded === undefined ? { superseded_by: '' } : {}),
  }
  const isFiltered = Object.keys(wanted).length > 0
  // Applications have an index for this filter alone: passing through their statuses and documents would be many ranges.
  if (!isFiltered && (assignedTo === undefined || kind === 'applications')) return [assigned]
  return Object.entries({ ...own, ...wanted }).reduce(
    (branches, [column, values]) =>
      branches.flatMap((branch) => values.map((value) => ({ ...branch, [column]: value }))),
    [assigned],
  )
}

const DAY_MS = 86_400_000

/** The days of the filters, both included, as times of India. */
export function arrivalOf({ from, to }: Pick<RecordFilters, 'from' | 'to'>): Arrival {
  const start = (day: string) => Date.parse(`${day}T00:00:00+05:30`)
  return {
    from: from === undefined ? 0 : start(from),
    before: to === undefined ? Number.MAX_SAFE_INTEGER : start(to) + DAY_MS,
  }
}
