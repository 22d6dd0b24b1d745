import * as z from 'zod/mini'
import { errorEnvelope, type ErrorEnvelope, type FieldError } from '#contract/errors.ts'
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
    code?: ErrorEnvelope['code']
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

const { code, errors, requestId } = errorEnvelope.shape
/** A message is all that another server may say (specification section 8); the rest is read where it is there and right. */
const words = z.object({
  message: z.catch(z.string().check(z.trim()), ''),
  code: z.catch(z.optional(code), undefined),
  errors: z.catch(errors, undefined),
  requestId: z.catch(requestId, undefined),
})

/** What was refused, in the server's own words where it said any; not in words that it calls another language's. */
export function refusal({ status, body, language }: Refusal, fallback: string): Failure {
  const cause = { reason: 'refused', status } as const
  const read = words.safeParse(body)
  if (!read.success) return failure(fallback, cause)
  const { message: said, errors = [], ...known } = read.data
  const message = said && (language ?? tag) === tag ? said : fallback
  return { ok: false, message, errors, cause: { ...cause, ...known }, details: body }
}

export function failure(message: string, cause: Failure['cause']): Failure {
  return { ok: false, message, errors: [], cause }
}
