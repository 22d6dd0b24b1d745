import * as z from 'zod/mini'
import { type ErrorCode, type FieldError, fieldErrorSchema } from '#contract/errors.ts'
import { tag } from './language.ts'

/** A call that did not succeed, whatever the cause. */
export interface Failure {
  ok: false
  /** A sentence the visitor may read: the server's own, or the fallback of the caller where the server said none. */
  message: string
  /** The server's sentences for single fields, in its order. */
  errors: FieldError[]
  /** Whole seconds the server asks to wait before the next try, where it says so. */
  retryAfter?: number
  /** What happened, without anything the visitor typed: fit for the console. */
  cause: {
    reason: 'refused' | 'timeout' | 'unreachable' | 'unreadable' | 'cancelled'
    status?: number
    code?: ErrorCode | undefined
    requestId?: string | undefined
  }
  /** The body of a refusal as it came, for the few that carry more than a message. */
  details?: unknown
}
export type Answer = { ok: true } | Failure
export type AnswerWith<Body> = { ok: true; body: Body } | Failure

interface Refusal {
  status: number
  body: unknown
  /** As `Content-Language` names it. */
  language: string | null
}

const text = z.catch(z.optional(z.string()), undefined)
/**
 * A message is all that another server may say (specification section 8); the rest is read where it is there and right. Of
 * a code it is enough that it is a text: it is compared with those that mean something here.
 */
const words = z.object({
  message: z.catch(z.string().check(z.trim()), ''),
  code: text,
  errors: z.catch(z.optional(z.array(fieldErrorSchema)), undefined),
  requestId: text,
})

/** What was refused, in the server's own words where it said any; not in words that it calls another language's. */
export function refusal({ status, body, language }: Refusal, fallback: string): Failure {
  const cause = { reason: 'refused', status } as const
  const read = words.safeParse(body)
  if (!read.success) return failure(fallback, cause)
  const { message: said, errors = [], requestId } = read.data
  const code = read.data.code as ErrorCode | undefined
  const message = said && (language ?? tag) === tag ? said : fallback
  return { ok: false, message, errors, cause: { ...cause, code, requestId }, details: body }
}

export function failure(message: string, cause: Failure['cause']): Failure {
  return { ok: false, message, errors: [], cause }
}
