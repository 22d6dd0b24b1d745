import type { FieldValues, ResolverResult } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors, type FieldError } from '#contract/errors.ts'
import { type Groups, wordsOf } from './sentences.ts'

/** What react-hook-form gives for a form of texts. */
interface TextForm<Field extends string> {
  getValues(field: Field): string | undefined
  setValue(field: Field, value: string): void
  setError(field: Field, error: { message: string }, options: { shouldFocus: boolean }): void
}

/** What a schema says of a form's fields, as the form takes it; `groups` have the sentences that it names. */
export function resolved<Values extends FieldValues>(
  read: ReturnType<z.ZodMiniType<Values>['safeParse']>,
  groups: Groups,
): ResolverResult<Values> {
  if (read.success) return { values: read.data, errors: {} }
  const errors = fieldErrors(read.error.issues).map(({ field, message }) => [
    field,
    { type: 'check', message: wordsOf(message, groups) },
  ])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** What is in the page: some browsers and programs fill fields in without an event. */
export function valuesIn<Field extends string>(
  element: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const read = new FormData(element)
  const values = fields.map((field) => [field, String(read.get(field) ?? '')])
  return Object.fromEntries(values) as Record<Field, string>
}

/** Copies what is in the page into the form's state, where a browser sent no event. */
export function readPage<Field extends string>(
  form: TextForm<Field>,
  element: HTMLFormElement,
  fields: readonly Field[],
): void {
  const values = valuesIn(element, fields)
  for (const field of fields) {
    // Setting a date again that is typed in part would empty it.
    if (values[field] !== form.getValues(field)) form.setValue(field, values[field])
  }
}

/**
 * Fills in what stands empty. What stands in a field already is newer: typed before this code ran, or kept by the browser
 * itself.
 */
export function fillEmpty<Field extends string>(
  form: TextForm<Field>,
  fields: readonly Field[],
  texts: Partial<Record<string, string>> = {},
): void {
  for (const field of fields) {
    const text = texts[field]
    if (text && !form.getValues(field)) form.setValue(field, text)
  }
}

interface Marking<Field extends string> {
  /** In the order they stand on the page. */
  fields: readonly Field[]
  takesFocus?: boolean
}

/** Puts the server's sentences under their fields, and the focus to the first of them; answers whether there was one. */
export function markFields<Field extends string>(
  form: TextForm<Field>,
  errors: FieldError[],
  { fields, takesFocus = true }: Marking<Field>,
): boolean {
  let isMarked = false
  for (const field of fields) {
    const message = errors.find((error) => error.field === field)?.message
    if (!message) continue
    form.setError(field, { message }, { shouldFocus: takesFocus && !isMarked })
    isMarked = true
  }
  return isMarked
}
