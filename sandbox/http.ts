import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { type ErrorCode, type ErrorEnvelope, errorStatus, fieldErrors } from '#contract/errors.ts'
import { errorMessages } from '#messages/common.ts'

const BODY_LIMIT = 64 * 1024

export function createServer(): FastifyInstance {
  const app = Fastify({
    ...{ logger: false, forceCloseConnections: true, bodyLimit: BODY_LIMIT },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  })
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.setNotFoundHandler((_, reply) => refuse(reply, 'not_found', { message: errorMessages.notFound }))
  app.setErrorHandler<FastifyError>(({ statusCode = 500 }, _, reply) => {
    const code = statusCode < 500 ? 'unreadable' : 'internal'
    const { unreadable, internal } = errorMessages
    return refuse(reply, code, { message: statusCode < 500 ? unreadable : internal })
  })
  return app
}

/** Refuses with the same JSON as the product. */
export function refuse(
  reply: FastifyReply,
  code: Exclude<ErrorCode, 'rate_limited'>,
  { message, errors }: Pick<ErrorEnvelope, 'message' | 'errors'>,
): FastifyReply {
  return reply.code(errorStatus[code]).send({ message, code, ...(errors ? { errors } : {}) })
}

/** Returns the parsed request; undefined once it is refused. */
export function readOrRefuse<Value>(
  reply: FastifyReply,
  schema: z.ZodMiniType<Value>,
  given: unknown,
): Value | undefined {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  refuse(reply, 'invalid', { message: errorMessages.invalid, errors: fieldErrors(read.error.issues) })
  return undefined
}
