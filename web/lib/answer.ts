import { errorEnvelope, type ErrorEnvelope, type FieldError } from '#contract/errors.ts'
import { languages } from '#contract/messages/languages.ts'
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
  /** As `Content-Language` names it; without one it is English. */
  language: string | null
}

/** What was refused, in the server's own words where it said some in the language of the page; a proxy has English alone. */
export function refusal({ status, body, language }: Refusal, fallback: string): Failure {
  const read = errorEnvelope.safeParse(body)
  const cause = { reason: 'refused', status } as const
  if (!read.success) return failure(fallback, cause)
  const { code, errors = [], requestId } = read.data
  const message = (language ?? languages.en.tag) === tag ? read.data.message : fallback
  return { ok: false, message, errors, cause: { ...cause, code, requestId }, details: body }
}

export function failure(message: string, cause: Failure['cause']): Failure {
  return { ok: false, message, errors: [], cause }
}
