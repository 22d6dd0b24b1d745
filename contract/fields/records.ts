import type * as z from 'zod/mini'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { applicationFields } from './application.ts'
import { enquiryFields } from './enquiry.ts'
import { executiveFields } from './executive.ts'
import type { Field } from './field.ts'

const tables = {
  enquiries: enquiryFields,
  applications: applicationFields,
  executives: executiveFields,
} as const

function withKeys(fields: Readonly<Record<string, Field>>): readonly (Field & { key: string })[] {
  return Object.entries(fields).map(([key, field]) => ({ ...field, key }))
}

/** What a record of each kind keeps of its person, in the order of the form. */
export const recordFields: Readonly<Record<RecordKind, readonly (Field & { key: string })[]>> = {
  enquiries: withKeys(tables.enquiries),
  applications: withKeys(tables.applications),
  executives: withKeys(tables.executives),
}

/** The field that says what a person is called: the first that is found as a name. */
export function nameKey(kind: RecordKind): string {
  return recordFields[kind].find(({ search }) => search === 'name')?.key ?? ''
}

/**
 * The personal part of a record: the text of each of its fields, empty where it was not given. Of an Aadhaar number that is
 * the last four digits behind eight X.
 */
export type Personal<Kind extends RecordKind = RecordKind> = {
  [Each in Kind]: Record<keyof (typeof tables)[Each] & string, string>
}[Kind]

type Table<Kind extends RecordKind> = (typeof tables)[Kind]

/** The fields of a table that one may leave out. */
type Optional<Fields extends Record<string, Field>> = {
  [Key in keyof Fields]: undefined extends z.output<Fields[Key]['schema']> ? Key : never
}[keyof Fields]

/** What a record is made of: an optional field may be left out. */
export type Written<Kind extends RecordKind> = Record<
  Exclude<keyof Table<Kind>, Optional<Table<Kind>>> & string,
  string
> &
  Partial<Record<Optional<Table<Kind>>, string | undefined>>
