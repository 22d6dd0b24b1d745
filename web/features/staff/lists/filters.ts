import { recordFilters, type RecordFilters, type RecordKind } from '#contract/schemas/staff-records.ts'

export type FilterName = keyof RecordFilters

const everyList: FilterName[] = ['status', 'assigned', 'from', 'to']
/** The filters of each list, in the order in which they stand and are written into the address. */
export const filtersOfKind: Record<RecordKind, FilterName[]> = {
  enquiries: everyList,
  applications: [...everyList, 'place', 'document', 'superseded'],
  executives: [...everyList, 'place', 'mandate'],
}

/** Reads the part of an address after `?`; what is no filter of the list, or has no valid value, is left out. */
export function readFilters(kind: RecordKind, query: string): RecordFilters {
  const given = new URLSearchParams(query)
  const entries = filtersOfKind[kind].flatMap((name) => {
    const read = recordFilters.safeParse({ [name]: given.get(name) || undefined })
    return read.success && read.data[name] !== undefined ? [[name, read.data[name]]] : []
  })
  return Object.fromEntries(entries) as RecordFilters
}

/** The same filters are always the same text, which names a list in the cache and a saved view. */
export function writeFilters(kind: RecordKind, filters: RecordFilters): string {
  const query = new URLSearchParams()
  for (const name of filtersOfKind[kind]) {
    const value = filters[name]
    if (value) query.set(name, value)
  }
  return query.toString()
}
