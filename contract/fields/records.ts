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

/** The personal fields of each kind of record, in the order of the form. */
export const recordFields: Readonly<Record<RecordKind, readonly (Field & { key: string })[]>> = {
  enquiries: withKeys(tables.enquiries),
  applications: withKeys(tables.applications),
  executives: withKeys(tables.executives),
}

/** Returns the field with the person's name: the first found as a name. */
export function nameKey(kind: RecordKind): string {
  return recordFields[kind].find(({ search }) => search === 'name')?.key ?? ''
}

/** The text of each personal field of a record; '' if not given. An Aadhaar number is stored masked. */
export type Personal<Kind extends RecordKind = RecordKind> = {
  [Each in Kind]: Record<keyof (typeof tables)[Each] & string, string>
}[Kind]

type Table<Kind extends RecordKind> = (typeof tables)[Kind]

/** The optional fields of a table. */
type Optional<Fields extends Record<string, Field>> = {
  [Key in keyof Fields]: undefined extends z.output<Fields[Key]['schema']> ? Key : never
}[keyof Fields]

/** The input for a record, in which optional fields may be absent. */
export type Written<Kind extends RecordKind> = Record<
  Exclude<keyof Table<Kind>, Optional<Table<Kind>>> & string,
  string
> &
  Partial<Record<Optional<Table<Kind>>, string | undefined>>
