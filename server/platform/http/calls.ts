import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { PublicCall } from '#contract/calls/public-calls.ts'
import type { ApiServer } from './api-server.ts'
import { errorSchemas } from './http-errors.ts'
import { fileAnswer } from './openapi.ts'

type Part<Row, Key extends 'params' | 'query' | 'body'> =
  Row extends Record<Key, infer Schema extends z.ZodMiniType> ? z.output<Schema> : undefined

interface Asked<Row> {
  request: FastifyRequest
  reply: FastifyReply
  params: Part<Row, 'params'>
  query: Part<Row, 'query'>
  body: Part<Row, 'body'>
}

/** What each call of a table does: it returns the body of its answer, or the reply that it sent. */
export type Handlers<Rows extends Record<string, Call>, Known = object> = {
  [Name in keyof Rows]: (
    asked: Asked<Rows[Name]> & Known,
  ) => Promise<z.input<Rows[Name]['answer']> | FastifyReply>
}

interface Sent {
  request: FastifyRequest
  reply: FastifyReply
  params: unknown
  query: unknown
  body: unknown
}

type Handle = (asked: Sent) => Promise<unknown>

/** Registers a call of a table, at `url` if its row has only the end of the address. */
export function addCall(
  server: ApiServer,
  row: Call,
  { url, handle, schema, ...route }: { handle: Handle } & Partial<Omit<RouteOptions, 'handler' | 'method'>>,
): void {
  const [method = '', path = ''] = row.route.split(' ')
  // `Handlers` types these parts; Fastify infers types only from schemas that are written here.
  ;(server as unknown as FastifyInstance).route({
    ...{ method, url: url ?? path },
    ...route,
    schema: { ...schemaOf(row), ...schema },
    async handler(request, reply) {
      const { params, query, body } = request
      const answer = await handle({ request, reply, params, query, body })
      return answer === reply ? reply : reply.code(row.status ?? 200).send(answer)
    },
  })
}

/** Returns the schemas of a call, with every status that it may answer. */
function schemaOf({ summary, params, query, body, answer, errors = [], others, file, ...row }: Call) {
  return {
    summary,
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...errorSchemas(...errors),
      [row.status ?? 200]: file ? fileAnswer(file, summary) : answer,
      ...others,
    },
  } satisfies FastifySchema
}

/** Registers calls of the site; `hooks` belong to single calls, such as their limits. */
export function addPublicCalls<Rows extends Record<string, PublicCall>>(
  server: ApiServer,
  rows: Rows,
  handlers: Handlers<Rows>,
  hooks: Partial<Record<keyof Rows, Partial<RouteOptions>>> = {},
): void {
  for (const [name, row] of Object.entries(rows)) {
    const { schema, ...route } = hooks[name] ?? {}
    addCall(server, row, {
      ...route,
      handle: handlers[name] as Handle,
      schema: { tags: [row.tag], ...schema },
    })
  }
}
