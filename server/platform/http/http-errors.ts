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
import { answerIn, requestedLanguage, sayFields, sentenceOf } from '#server/platform/requested-language.ts'
import type { Limit } from '#server/platform/limits/memory-limits.ts'

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

/** A refusal as a service returns it; a sentence of its own where that of its kind does not do. */
export interface HttpError {
  code: keyof typeof sentences
  message?: Sentence
  errors?: readonly FieldFault[]
  /** Where another try is of no use before. */
  waitSeconds?: number
}

/** What is wrong with a file is said of itself: no sentence for all files says what to do. */
const ofFiles: readonly HttpError['code'][] = ['wrong_type', 'too_large']

/** The body of a refusal in the language that the caller asked for. */
function envelopeOf(reply: FastifyReply, { code, message, errors }: HttpError): ErrorEnvelope {
  const said = sayFields(errors ?? [], requestedLanguage(reply.request))
  const ofFirst = ofFiles.includes(code) ? errors?.[0]?.message : undefined
  return {
    message: answerIn(reply, message ?? ofFirst ?? sentences[code]),
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
export function sendError(reply: FastifyReply, code: keyof typeof sentences, errors?: readonly FieldFault[]) {
  return sendHttpError(reply, { code, ...(errors ? { errors } : {}) })
}

/** Answers with a refusal in a sentence of its own. */
export function sendErrorMessage(reply: FastifyReply, code: keyof typeof sentences, message: Sentence) {
  return sendHttpError(reply, { code, message })
}

/** A refusal for a while, with the wait in whole seconds. */
export interface RetryLater {
  retryAfterSeconds: number
  message: Sentence
}

/**
 * What a service refuses: it returns this beside what it answers otherwise, and a route sends it. It is thrown only to leave
 * a transaction with nothing changed.
 */
export class Refused extends Error {
  readonly error: HttpError | RetryLater

  constructor(error: HttpError | RetryLater) {
    super(`refused: ${'code' in error ? error.code : 'rate_limited'}`)
    this.error = error
  }
}

/** A refusal in the sentence of its code, or in one of its own. */
export function refused(code: HttpError['code'], message?: Sentence): Refused {
  return new Refused({ code, ...(message === undefined ? {} : { message }) })
}

/** A refusal of single fields. */
export function refusedFields(errors: readonly FieldFault[]): Refused {
  return new Refused({ code: 'invalid', errors })
}

/** Answers with what a service refused. */
export function sendHttpError(reply: FastifyReply, refusal: HttpError | RetryLater | Refused) {
  const refused = refusal instanceof Refused ? refusal.error : refusal
  if ('retryAfterSeconds' in refused) return sendRetryLater(reply, refused.retryAfterSeconds, refused.message)
  if (refused.waitSeconds !== undefined) reply.header('retry-after', refused.waitSeconds)
  if (refused.code === 'unavailable') reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(errorStatus[refused.code]).send(envelopeOf(reply, refused))
}

/** Answers 429 with Retry-After and the wait in words; it is the caller's network that is limited, unless said otherwise. */
export function sendRetryLater(
  reply: FastifyReply,
  retryAfterSeconds: number,
  message = tooManyRequests(retryAfterSeconds),
) {
  const envelope: ErrorEnvelope = { message: answerIn(reply, message), code: 'rate_limited' }
  return reply.code(429).header('retry-after', retryAfterSeconds).send(envelope)
}

/** A route's `preHandler` that counts its calls by address and refuses those over the limit. */
export function limitByAddress(limit: Limit) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = await limit.consume(request.ip)
    if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
  }
}

const byStatus: Partial<Record<number, keyof typeof sentences>> = {
  400: 'unreadable',
  401: 'unverified',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'too_large',
  415: 'wrong_type',
  503: 'unavailable',
}

/** The one error handler: what a caller caused gets its refusal, a fault of ours is logged and stays unnamed. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused) return sendHttpError(reply, error)
  if (error instanceof InvalidRequest) return sendError(reply, 'invalid', error.errors)
  const code = byStatus[error.statusCode ?? 500]
  if (code) return sendError(reply, code)
  // By name, since a body that cannot be read is no part of the request yet.
  const fields = { reqId: request.id, err: error, route: request.routeOptions.url }
  if (isDatabaseAway(error)) {
    request.log.error(fields, 'the database does not answer')
    return sendError(reply, 'unavailable')
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

class InvalidRequest extends Error {
  readonly errors: FieldFault[]
  constructor(errors: FieldFault[]) {
    super('a request is not as its schema says')
    this.errors = errors
  }
}

/** How the server checks each part of a request (Fastify's `validatorCompiler`). */
export function checkRequest({ schema }: { schema: z.ZodMiniType }) {
  return (sent: unknown) => {
    const checked = check(schema, sent)
    return checked.ok ? { value: checked.value } : { error: new InvalidRequest(checked.errors) }
  }
}
