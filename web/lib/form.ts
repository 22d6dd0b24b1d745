import type { FieldValues, ResolverResult } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from '#contract/errors.ts'

/** What a schema says of a form's fields, as the form takes it. */
export function resolved<Values extends FieldValues>(
  read: ReturnType<z.ZodMiniType<Values>['safeParse']>,
): ResolverResult<Values> {
  if (read.success) return { values: read.data, errors: {} }
  const errors = fieldErrors(read.error.issues).map(({ field, message }) => [
    field,
    { type: 'check', message },
  ])
  return { values: {}, errors: Object.fromEntries(errors) }
}
