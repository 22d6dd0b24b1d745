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

/** Seconds after which a request that was refused for overload may come again. */
const RETRY_AFTER_SECONDS = 10

/** A refusal, with a sentence of its own if that of its code is not enough. */
export interface Refusal {
  code: ErrorCode
  message?: Sentence
  errors?: readonly FieldFault[]
  /** Another attempt earlier than this is useless. */
  waitSeconds?: number
}

/** Thrown by a handler, service or hook to refuse a request. The one error handler answers it. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly statusCode: number

  constructor(refusal: Refusal) {
    super(`refused: ${refusal.code}`)
    this.refusal = refusal
    this.statusCode = errorStatus[refusal.code]
  }
}

/** Returns a refusal with the sentence of its code, or with another one. */
export function refused(of: ErrorCode | Refusal, message?: Sentence): Refused {
  return new Refused(
    typeof of === 'string' ? { code: of, ...(message === undefined ? {} : { message }) } : of,
  )
}

/** Returns a refusal of single fields. */
export function refusedFields(errors: readonly FieldFault[]): Refused {
  return new Refused({ code: 'invalid', errors })
}

/** Returns a refusal for some time; the caller's network is limited, unless another message is given. */
export function retryLater(waitSeconds: number, message = tooManyRequests(waitSeconds)): Refused {
  return new Refused({ code: 'rate_limited', message, waitSeconds })
}

/** Returns the value; throws if it is undefined, null or false. */
export function orRefuse<Value>(value: Value, refusal?: Refused): Exclude<Value, undefined | null | false> {
  if (value === undefined || value === null || value === false) throw refusal ?? refused('not_found')
  return value as Exclude<Value, undefined | null | false>
}

/** The fault of a file has its own sentence, since no sentence for all files says what to do. */
const ofFiles: readonly ErrorCode[] = ['wrong_type', 'too_large']

/** Returns the body of a refusal in the caller's language. */
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

/** Refusals of any route: an unreadable address or body, a compressed body, an error of ours, overload. */
const everywhere = ['unreadable', 'wrong_type', 'internal', 'unavailable'] as const

/** Returns the response schemas of a route's refusals, one for each status, with those of any route. */
export function errorSchemas<Code extends ErrorCode>(
  ...codes: Code[]
): ErrorSchemas<Code | (typeof everywhere)[number]> {
  const entries = [...everywhere, ...codes].map((code) => [errorStatus[code], errorEnvelope])
  return Object.fromEntries(entries) as ErrorSchemas<Code | (typeof everywhere)[number]>
}

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
 * The one error handler: a refusal is answered, and an error of ours is logged and not described to the caller. After
 * a temporary one, whose `statusCode` is 503, the caller is asked to try again.
 */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused) return answerRefusal(reply, error.refusal)
  // By name, since an unreadable body is not part of the request.
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
 * Reads what was sent by a schema, or returns one sentence for each wrong field: the schema's, or ours for values
 * that no person types. The library's own words are never shown.
 */
export function check<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): Checked<z.infer<Schema>> {
  const unusable: MessageKey = 'mandateErrors.unusable'
  const read = z.safeParse(schema, sent, { error: () => unusable })
  if (read.success) return { ok: true, value: read.data }
  const named = fieldErrors(read.error.issues).filter(({ field }) => field !== '')
  return { ok: false, errors: named.map(({ field, message }) => ({ field, message: sentenceOf(message) })) }
}

/** Checks each part of a request (Fastify's `validatorCompiler`). */
export function checkRequest({ schema }: { schema: z.ZodMiniType }) {
  return (sent: unknown) => {
    const checked = check(schema, sent)
    return checked.ok ? { value: checked.value } : { error: refusedFields(checked.errors) }
  }
}
