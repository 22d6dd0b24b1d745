import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Call, PublicCall } from '#contract/calls/call.ts'
import { addressIn } from '#contract/messages/languages.ts'
import type { FloodLimit } from '#server/platform/limits/flood-limits.ts'
import { createFormCharges } from '#server/platform/limits/form-charges.ts'
import { limitLinks } from '#server/platform/limits/link-limits.ts'
import type { FloodName, FormRule, LinkRule } from '#server/platform/limits/rules.ts'
import { uploadLimits } from '#server/platform/uploads/read-upload.ts'
import { type ApiServer, inScope, takeForms } from './api-server.ts'
import { answerFormsWithPages, type DrawPosted, formPages } from './form-pages.ts'
import { errorSchemas, Refused } from './http-errors.ts'
import { fileAnswer, multipartBody } from './openapi.ts'

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
      // A reply that the handler returned is sent by now: waiting for one waits for its end, and gives undefined.
      return reply.sent ? reply : reply.code(row.status ?? 200).send(answer)
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
      [row.status ?? 200]: file
        ? fileAnswer(file, z.globalRegistry.get(answer)?.description ?? summary)
        : answer,
      ...others,
    },
  } satisfies FastifySchema
}

type CallLimit =
  | { calls: FloodName; faultsAreFree?: true }
  | { requests: FloodName }
  | { links: LinkRule }
  | { form: FormRule }

/** A row of the table of the site's calls whose limit names a rule that there is. */
export type PublicRow = PublicCall & { limit?: CallLimit }

interface Around {
  limit: (name: FloodName) => FloodLimit
  draw: DrawPosted
}

/** Registers calls of the site; `special` are hooks of single calls. */
export async function addPublicCalls<Rows extends Record<string, PublicRow>>(
  server: ApiServer,
  rows: Rows,
  {
    handlers,
    special = {},
    ...around
  }: Around & {
    handlers: Handlers<Rows>
    special?: Partial<Record<keyof Rows, Partial<RouteOptions>>>
  },
): Promise<void> {
  for (const [name, row] of Object.entries<PublicRow>(rows)) {
    const handle = handlers[name] as Handle
    await inScope(server, async (scope) => addPublicCall(scope, row, { ...special[name], handle }, around))
  }
}

async function addPublicCall(
  scope: ApiServer,
  row: PublicRow,
  call: { handle: Handle } & Partial<Omit<RouteOptions, 'handler' | 'method'>>,
  { limit, draw }: Around,
): Promise<void> {
  const { tag, page, files, maxBytes, takesForms, from, hidden } = row
  const consumes = files && {
    consumes: ['multipart/form-data'],
    body: multipartBody(row.body as z.ZodMiniObject, files),
  }
  const config = from ? { from } : {}
  const route = {
    ...(row.limit ? hooksOf(row.limit, limit) : {}),
    ...(maxBytes === undefined ? {} : { bodyLimit: maxBytes }),
    ...(files ? { validatorCompiler: unchecked } : {}),
    ...call,
    config,
    schema: { tags: [tag], ...consumes, ...(hidden ? { hide: true } : {}) },
  }
  if (files) await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false })
  if (takesForms) takeForms(scope)
  if (!page) return addCall(scope, row, route)
  answerFormsWithPages(scope, draw)
  const pageUrl = formPages[page]
  // A call that only its page makes has no other address.
  if (!row.route.endsWith(` ${pageUrl}`)) addCall(scope, row, route)
  for (const language of scope.languages) {
    const url = addressIn(language, pageUrl)
    const schema = { ...route.schema, hide: true }
    addCall(scope, row, { ...route, url, schema, config: { ...config, formPage: { page, language } } })
  }
}

/** The hooks by which an address is counted. */
function hooksOf(limit: CallLimit, of: Around['limit']): Partial<RouteOptions> {
  if ('links' in limit) return limitLinks(of, limit.links)
  if ('form' in limit) return createFormCharges(of, limit.form).hooks
  if ('requests' in limit) return { onRequest: async ({ ip }) => void (await of(limit.requests).take(ip)) }
  const { take } = of(limit.calls)
  const giveBacks = new WeakMap<FastifyRequest, () => Promise<void>>()
  return {
    preHandler: async (request) => void giveBacks.set(request, await take(request.ip)),
    async onError(request, _, error) {
      if (limit.faultsAreFree && !(error instanceof Refused)) await giveBacks.get(request)?.()
    },
  }
}

/** Accepts any body; the upload reader validates it. */
function unchecked() {
  return (value: unknown) => ({ value })
}
