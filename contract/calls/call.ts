import type * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'

type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call of the API as a row of a table: what it takes, what it answers and what it refuses. */
export interface Call {
  /** The method and the path, whose parameters are written `:name`. */
  route: `${Method} /${string}`
  /** For the document of the API. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Schema
  /** Of the answer, where it is not 200. */
  status?: 201 | 202
  /** Refusals beside those that any call may answer. */
  errors?: readonly ErrorCode[]
  /** Answers of other statuses that are not refusals in the usual form. */
  others?: Record<number, Schema>
  /** The type of an answer that is a file. */
  file?: string
}
