import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  preHandlerAsyncHookHandler,
} from 'fastify'
import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import { staffApi } from '#contract/paths.ts'
import type { StaffOperation } from '#contract/schemas/staff-permissions.ts'
import { recordKind, reference, rowId } from '#contract/schemas/staff-records.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendHttpError } from '#server/platform/http/http-errors.ts'
import { fileAnswer } from '#server/platform/http/openapi.ts'
import { staffOf } from './access/guard.ts'
import { staffActor, type StaffMember } from './access/rules.ts'
import { Refused } from './desk-rules.ts'

type Schema = z.ZodMiniType

/** Params of calls about one thing, and about one record. */
export const byId = z.object({ id: rowId })
export const byRecord = z.object({ kind: recordKind, reference })

/** What a call answers that has nothing to say. */
export const ok = { ok: true } as const

interface Asked<Params, Query, Body> {
  request: FastifyRequest
  reply: FastifyReply
  params: Params
  query: Query
  body: Body
  /** Who is signed in; there for every operation but `signed-out`. */
  staff: StaffMember
  /** How the audit log names them. */
  actor: string
}

/** What a call takes and answers. */
interface Call<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema> {
  summary: string
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
  /** Of the answer, where it is not 200. */
  status?: 201 | 202
  /** Refusals beside those of the guard, `invalid` where something is sent, and `not_found` where something is named. */
  errors?: readonly ErrorCode[]
  /** Answers of other statuses that are no refusals in the usual form. */
  others?: Record<number, Schema>
  /** The type of an answer that is a file. */
  file?: string
  preHandler?: preHandlerAsyncHookHandler
  /** Answers the body, or what is refused. */
  run(
    asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Answer> | Refused | FastifyReply>
}

/** Adds calls of the desk under one heading of its document; every status that one may have is declared. */
export function deskRoutes(app: ApiServer, heading: string) {
  return <Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>(
    name: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
    operation: StaffOperation | 'signed-out',
    call: Call<Params, Query, Body, Answer>,
  ): void => {
    const [method, path] = name.split(' ') as ['GET', string]
    const { preHandler, status = 200 } = call
    // Its types stand above: Fastify would infer them from schemas that are written out in place.
    ;(app as unknown as FastifyInstance).route({
      method,
      url: staffApi + path,
      config: { operation },
      ...(preHandler ? { preHandler } : {}),
      schema: schemaOf(call, heading),
      async handler(request, reply) {
        const { params, query, body } = request
        const asked = { request, reply, params, query, body, ...whoAsks(request, operation) }
        // Fastify has validated them with the schemas of their types.
        const answer = await call.run(asked as Parameters<typeof call.run>[0])
        if (answer instanceof Refused) return sendHttpError(reply, answer.error)
        return answer === reply ? reply : reply.code(status).send(answer)
      },
    })
  }
}

function whoAsks(request: FastifyRequest, operation: StaffOperation | 'signed-out') {
  if (operation === 'signed-out') return {}
  const staff = staffOf(request)
  return { staff, actor: staffActor(staff) }
}

function schemaOf(call: Omit<Call<Schema, Schema, Schema, Schema>, 'run'>, heading: string): FastifySchema {
  const { summary, params, query, body, answer, status = 200, errors = [], others, file } = call
  const codes: ErrorCode[] = [
    ...(['cross_site', 'signed_out', 'denied', 'step_up'] as const),
    ...(params || query || body ? (['invalid'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...errors,
  ]
  return {
    ...{
      summary,
      tags: [heading],
      response: { ...errorSchemas(...codes), [status]: file ? fileAnswer(file, summary) : answer, ...others },
    },
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
  }
}
