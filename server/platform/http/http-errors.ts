import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type ErrorCode,
  errorEnvelope,
  type ErrorEnvelope,
  errorStatus,
  type FieldFault,
  fieldErrors,
} from '#contract/errors.ts'
import type { MessageKey, Sentence } from '#contract/messages/sentences.ts'
import { tooManyRequests } from '#contract/messages/with-values.ts'
import { isDatabaseAway } from '#server/platform/db/client.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import { answerIn, requestedLanguage, sayFields, sentenceOf } from '#server/platform/requested-language.ts'
import { FilesFull } from '#server/providers/files/port.ts'

const sentences: Record<Exclude<ErrorCode, 'rate_limited'>, MessageKey> = {
  unreadable: 'errorMessages.unreadable',
  cross_site: 'errorMessages.crossSite',
  unverified: 'errorMessages.unverified',
  signed_out: 'errorMessages.signedOut',
  denied: 'errorMessages.denied',
  step_up: 'errorMessages.stepUp',
  changed_meanwhile: 'errorMessages.changedMeanwhile',
  not_found: 'errorMessages.notFound',
  method_not_allowed: 'errorMessages.methodNotAllowed',
  timeout: 'errorMessages.timeout',
  already_there: 'errorMessages.alreadyThere',
  mandate_stands: 'mandateMessages.notFailed',
  too_large: 'errorMessages.tooLarge',
  wrong_type: 'errorMessages.wrongType',
  invalid: 'errorMessages.invalid',
  internal: 'errorMessages.internal',
  provider_failed: 'errorMessages.providerFailed',
  provider_timeout: 'errorMessages.providerTimeout',
  unavailable: 'errorMessages.unavailable',
}

/** Seconds after which a shed request may come again. */
const RETRY_AFTER_SECONDS = 10

/** What is refused, with a sentence of its own where that of its code does not do. */
export interface Refusal {
  code: ErrorCode
  message?: Sentence
  errors?: readonly FieldFault[]
  /** Where another try is of no use before. */
  waitSeconds?: number
}

/** What a handler, a service or a hook throws to refuse a request. The one error handler answers it. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly statusCode: number

  constructor(refusal: Refusal) {
    super(`refused: ${refusal.code}`)
    this.refusal = refusal
    this.statusCode = errorStatus[refusal.code]
  }
}

/** A refusal in the sentence of its code, or in one of its own. */
export function refused(of: ErrorCode | Refusal, message?: Sentence): Refused {
  return new Refused(
    typeof of === 'string' ? { code: of, ...(message === undefined ? {} : { message }) } : of,
  )
}

/** A refusal of single fields. */
export function refusedFields(errors: readonly FieldFault[]): Refused {
  return new Refused({ code: 'invalid', errors })
}

/** A refusal for a while; it is the caller's network that is limited, unless said otherwise. */
export function retryLater(waitSeconds: number, message = tooManyRequests(waitSeconds)): Refused {
  return new Refused({ code: 'rate_limited', message, waitSeconds })
}

/** Returns what was looked for; throws where it is not there, or was not done. */
export function orRefuse<Value>(value: Value, refusal?: Refused): Exclude<Value, undefined | null | false> {
  if (value === undefined || value === null || value === false) throw refusal ?? refused('not_found')
  return value as Exclude<Value, undefined | null | false>
}

/** What is wrong with a file is said of itself: no sentence for all files says what to do. */
const ofFiles: readonly ErrorCode[] = ['wrong_type', 'too_large']

/** The body of a refusal in the language that the caller asked for. */
function envelopeOf(reply: FastifyReply, refusal: Refusal): ErrorEnvelope {
  const { code, message, errors, waitSeconds = RETRY_AFTER_SECONDS } = refusal
  const said = sayFields(errors ?? [], requestedLanguage(reply.request))
  const ofFirst = ofFiles.includes(code) ? errors?.[0]?.message : undefined
  const usual = code === 'rate_limited' ? tooManyRequests(waitSeconds) : sentences[code]
  return {
    message: answerIn(reply, message ?? ofFirst ?? usual),
    code,
    ...(said.length > 0 ? { errors: said } : {}),
  }
}

type ErrorSchemas<Code extends ErrorCode> = {
  [Each in Code as (typeof errorStatus)[Each]]: typeof errorEnvelope
}

/** Any route may answer these: an address or body that cannot be read, a compressed body, an error of ours, overload. */
const everywhere = ['unreadable', 'wrong_type', 'internal', 'unavailable'] as const

/** The response schemas of the refusals a route knows, one for each status, with those that any may answer. */
export function errorSchemas<Code extends ErrorCode>(
  ...codes: Code[]
): ErrorSchemas<Code | (typeof everywhere)[number]> {
  const entries = [...everywhere, ...codes].map((code) => [errorStatus[code], errorEnvelope])
  return Object.fromEntries(entries) as ErrorSchemas<Code | (typeof everywhere)[number]>
}

/** Answers with a refusal and its status. */
function answerRefusal(reply: FastifyReply, refusal: Refusal) {
  const { code, waitSeconds = code === 'unavailable' ? RETRY_AFTER_SECONDS : undefined } = refusal
  if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds)
  return reply.code(errorStatus[code]).send(envelopeOf(reply, refusal))
}

export const noRoom: Refusal = { code: 'unavailable', message: 'fileMessages.noRoom' }

const byStatus: Partial<Record<number, ErrorCode>> = {
  400: 'unreadable',
  401: 'unverified',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'too_large',
  415: 'wrong_type',
  503: 'unavailable',
}

/**
 * The one error handler: what a caller caused gets its refusal, and a fault of ours is logged and stays unnamed. After a
 * temporary one, an error whose `statusCode` is 503, the caller is asked to try again.
 */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused) return answerRefusal(reply, error.refusal)
  // By name, since a body that cannot be read is no part of the request yet.
  const fields = { reqId: request.id, err: error, route: request.routeOptions.url }
  const code = byStatus[error.statusCode ?? 500]
  if (code === 'unavailable' && !(error instanceof ClientGone))
    request.log.error(fields, 'a temporary fault: the caller was asked to try again')
  if (error instanceof FilesFull) return answerRefusal(reply, noRoom)
  if (code) return answerRefusal(reply, { code })
  if (isDatabaseAway(error)) {
    request.log.error(fields, 'the database does not answer')
    return answerRefusal(reply, { code: 'unavailable' })
  }
  request.log.error(fields, 'request failed')
  const envelope = envelopeOf(reply, { code: 'internal' })
  return reply.code(500).send({ ...envelope, requestId: request.id } satisfies ErrorEnvelope)
}

type Checked<Value> = { ok: true; value: Value } | { ok: false; errors: FieldFault[] }

/**
 * Reads what was sent by a schema, or says one sentence for each field that is wrong: the schema's, or ours for any value
 * that no person types. Nothing of the library's own words leaves.
 */
export function check<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): Checked<z.infer<Schema>> {
  const unusable: MessageKey = 'mandateErrors.unusable'
  const read = z.safeParse(schema, sent, { error: () => unusable })
  if (read.success) return { ok: true, value: read.data }
  const named = fieldErrors(read.error.issues).filter(({ field }) => field !== '')
  return { ok: false, errors: named.map(({ field, message }) => ({ field, message: sentenceOf(message) })) }
}

/** How the server checks each part of a request (Fastify's `validatorCompiler`). */
export function checkRequest({ schema }: { schema: z.ZodMiniType }) {
  return (sent: unknown) => {
    const checked = check(schema, sent)
    return checked.ok ? { value: checked.value } : { error: refusedFields(checked.errors) }
  }
}
