import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { updateMandateRequest, updateMandateResponse } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import {
  personRecordResponse,
  photoField,
  registrationFields,
  registrationResponse,
} from '#contract/schemas/registrations.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { CheckerUnavailable } from '#server/platform/uploads/file-checks/checker.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import type { OpenLink } from '#server/platform/db/record-links.ts'
import { discard, readUpload, type UploadRules } from '#server/platform/uploads/read-upload.ts'
import {
  errorSchemas,
  limitByAddress,
  sendError,
  sendHttpError,
  sendRetryLater,
} from '#server/platform/http/http-errors.ts'
import type { Spool } from '#server/platform/uploads/spool.ts'
import { ClientGone, QueueFull } from '#server/platform/fair-queue.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import { FilesFull, FilesUnavailable } from '#server/providers/files/port.ts'
import { ReplacedToken, type Sessions } from '#server/platform/sessions/sessions.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import { agreementUrl } from '#server/features/onboarding/agreement/service.ts'
import { type RecordDeps, showRecord, updateMandate } from './record-service.ts'
import { proofOf, recordLimit, registrationLimit } from './rules.ts'
import { createRegister, type Registered } from './service.ts'
import { answerIn, languageOf } from '#server/platform/language.ts'

interface RouteDeps extends RecordDeps {
  sessions: Sessions
  spool: Spool
  limit(rule: LimitRule): Limit
  openLink: OpenLink
}

/** Temporary faults of ours. */
const temporary = [FilesUnavailable, CheckerUnavailable, QueueFull]
/** The photo's parts. Its name may have either ending. A second photo is read too, to be refused with a message. */
const photoFile: UploadRules = {
  texts: 40,
  fields: { [photoField]: { required: true, kinds: ['png', 'jpg'] } },
  count: 2,
  maxBytes: FILE_MAX_BYTES,
}
const noRoom = { code: 'unavailable', message: 'fileMessages.noRoom' } as const
const tags = ['Executives']
const refusals = [
  ...([
    'cross_site',
    'unverified',
    'timeout',
    'already_there',
    'too_large',
    'invalid',
    'rate_limited',
  ] as const),
  ...(['provider_failed', 'provider_timeout'] as const),
]

/** POST register-executive-on-website, multipart. */
export function registrationRoutes(app: ApiServer, deps: RouteDeps): void {
  const limit = deps.limit(registrationLimit)
  const register = createRegister(deps)
  app.route({
    method: 'POST',
    url: api.registerExecutive,
    schema: {
      summary: 'Register an executive (multipart/form-data)',
      tags,
      consumes: ['multipart/form-data'],
      body: multipartBody(registrationFields, photoFile),
      response: { 201: registrationResponse, ...errorSchemas(...refusals) },
    },
    validatorCompiler: unchecked,
    async handler(request, reply) {
      const allowed = await limit.consume(request.ip)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      if (!request.isMultipart()) return sendError(reply, 'wrong_type')
      // Before the body is read: who verified nothing uses no memory.
      const visitor = await deps.sessions.read(request)
      if (!visitor || !proofOf(visitor.data)) return sendError(reply, 'unverified')
      const sender = { language: languageOf(request), client: clientOf(request, reply) }
      const answer = await readUpload(request, { spool: deps.spool, files: photoFile })
      if (!answer.ok) return sendError(reply, answer.code)
      if (answer.upload.noRoom.length > 0) return sendHttpError(reply, noRoom)
      let registered: Registered
      try {
        // Again after it, which may take minutes: a session that ended meanwhile registers nobody.
        const own = await sameSession(deps, request, visitor)
        registered = await register(own, answer.upload, sender)
      } catch (error) {
        await allowed.giveBack()
        registered = orUnavailable(error, request)
      } finally {
        await discard(answer.upload.files)
      }
      if (!registered.ok) return sendHttpError(reply, registered.refused)
      const { id, transactionId } = registered
      await deps.sessions.change(reply, (data) => ({ ...data, registration: { id, transactionId } }))
      const data = [{ _id: await deps.recordLinks.tokenOf(id), agreement_url: await agreementUrl(deps, id) }]
      return reply.code(201).send({ message: answerIn(reply, 'agreementMessages.registered'), data })
    },
  })
}

/** The session that a request began with, unless it ended or another took its place. */
async function sameSession(
  { sessions }: RouteDeps,
  request: FastifyRequest,
  { id }: Visitor,
): Promise<Visitor | undefined> {
  const current = await sessions.read(request)
  return current?.id === id ? current : undefined
}

/** Answers that the service is unavailable after a temporary fault; throws any other. */
function orUnavailable(error: unknown, request: FastifyRequest): Registered {
  if (error instanceof ClientGone) return { ok: false, refused: { code: 'unavailable' } }
  if (!temporary.some((kind) => error instanceof kind)) throw error
  request.log.error({ err: error }, 'a registration could not be stored: the visitor was asked to try again')
  return { ok: false, refused: error instanceof FilesFull ? noRoom : { code: 'unavailable' } }
}

/**
 * The only GET that may start a session: who opened this record may replace its failed mandate. A token that was replaced
 * meanwhile reads and notes nothing.
 */
async function noteOpened({ sessions }: RouteDeps, reply: FastifyReply, id: string): Promise<void> {
  try {
    await sessions.change(reply, (data) => {
      return data.opened.includes(id) ? data : { ...data, opened: [...data.opened, id] }
    })
  } catch (error) {
    if (!(error instanceof ReplacedToken)) throw error
  }
}

/** The calls of the pages that a link leads to. */
export function recordRoutes(app: ApiServer, deps: RouteDeps): void {
  app.route({
    method: 'GET',
    url: `${api.fieldExecutive}:id`,
    schema: {
      summary: 'A record, to whoever has its link',
      tags,
      params: z.object({ id: z.string() }),
      response: {
        200: personRecordResponse,
        ...errorSchemas('cross_site', 'unverified', 'not_found', 'rate_limited', 'internal', 'unavailable'),
      },
    },
    preHandler: limitByAddress(deps.limit(recordLimit)),
    async handler(request, reply) {
      const link = await deps.openLink(request, request.params.id)
      if ('refused' in link) return sendHttpError(reply, link.refused)
      const { id, isWhole } = link
      const record = await showRecord(deps, { id, token: request.params.id, isWhole })
      if (!record) return sendHttpError(reply, { code: 'not_found', message: 'linkAnswers.unknown' })
      await noteOpened(deps, reply, link.id)
      return reply.send({ message: answerIn(reply, 'dataAnswers.record'), data: record })
    },
  })
  updateRoute(app, deps)
}

function updateRoute(app: ApiServer, deps: RouteDeps): void {
  app.route({
    method: 'POST',
    url: api.updateMandate,
    schema: {
      summary: 'Put a new mandate in the place of one that failed',
      tags,
      body: updateMandateRequest,
      response: { 200: updateMandateResponse, ...errorSchemas(...refusals, 'not_found') },
    },
    preHandler: limitByAddress(deps.limit({ ...registrationLimit, name: 'mandate-update' })),
    async handler(request, reply) {
      const link = await deps.openLink(request, request.body.id)
      if ('refused' in link) return sendHttpError(reply, link.refused)
      const updated = await updateMandate(deps, { ...request.body, id: link.id })
      if (!updated.ok) return sendHttpError(reply, updated.refused)
      return reply.send({ message: answerIn(reply, 'mandateMessages.updated') })
    },
  })
}
