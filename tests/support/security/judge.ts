import { errorEnvelope, errorStatus } from '#contract/errors.ts'
import type { Operation } from './openapi.ts'
import type { Heard } from './sending.ts'

/** What a provider's trouble or a busy server is answered with; every other 5xx is a fault of ours. */
const allowed = new Set([502, 503, 504])

/** Words of a library, a database or a stack, which no visitor is to read. */
const inside =
  /\bSQLITE|syntax error|node_modules|node:internal|\bat \S+ \(|relation "|no such (?:table|column)/i

/** Why an answer is none that may be given; nothing when it is right. */
export function faultIn(operation: Operation, answer: Heard): string | undefined {
  const { status, type, headers, text } = answer
  if (status >= 500 && !allowed.has(status)) return `a fault of ours: ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'an answer that browsers may guess the type of'
  if (inside.test(text)) return 'an answer with words from inside'
  const isJson = type.startsWith('application/json')
  const body: unknown = isJson ? JSON.parse(text) : undefined
  if (status >= 400) {
    const refusal = errorEnvelope.safeParse(body)
    if (!refusal.success) return 'a refusal without the envelope'
    if (errorStatus[refusal.data.code] !== status) return 'a refusal whose code is of another status'
  }
  return operation.faultOf(status, type, body)
}
