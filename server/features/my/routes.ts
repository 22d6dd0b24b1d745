import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { documentFields } from '#contract/fields/application.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { api, ownCalls } from '#contract/paths.ts'
import {
  ownApplyRequest,
  ownDetailsRequest,
  ownDocumentRequest,
  ownPhoneCodeRequest,
  ownPhoneCodeResponse,
  ownPhoneRequest,
  ownResponse,
} from '#contract/schemas/my.ts'
import { vacancyReference } from '#contract/schemas/vacancy-named.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import type { App } from '#server/context.ts'
import { ClientGone, QueueFull } from '#server/platform/fair-queue.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import {
  errorSchemas,
  limitByAddress,
  Refused,
  refused,
  refusedFields,
  sendError,
  sendHttpError,
} from '#server/platform/http/http-errors.ts'
import { multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { CheckerUnavailable } from '#server/platform/uploads/file-checks/checker.ts'
import { discard, readUpload, type Upload, type UploadRules } from '#server/platform/uploads/read-upload.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import {
  addDocument,
  applyTo,
  askErasure,
  changeDetails,
  changePhone,
  copyOf,
  countChange,
  sendPhoneCode,
  withdraw,
} from './change-service.ts'
import { findOwn, openOwn, type Own, showOwn } from './service.ts'

/** Calls about pages of one's own that one address may make. */
const ownLimit: LimitRule = { name: 'own-page', points: 120, seconds: 60 }

/** One document at a time, each field once. */
const ownFiles: UploadRules = { texts: 4, fields: documentFields, count: 4, maxBytes: FILE_MAX_BYTES }

const tags = ['Own page']
const params = z.object({ id: z.string() })
/** The vacancy for which the page is opened; one that cannot be counts as none. */
const opening = z.object({ job: z.catch(z.optional(vacancyReference), undefined) })
const done = z.object({ message: z.string() })
const nothing = z.object({})
const refusals = errorSchemas(
  ...(['cross_site', 'unverified', 'not_found', 'timeout', 'already_there', 'too_large', 'invalid'] as const),
  ...(['changed_meanwhile', 'rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

/** The calls of a page of one's own. Nothing personal is shown or changed before the link is confirmed by a code. */
export function ownPageRoutes(server: ApiServer, app: App): void {
  const preHandler = limitByAddress(app.limit(ownLimit))
  server.route({
    method: 'GET',
    url: `${api.own}:id`,
    schema: {
      summary:
        'A page of one’s own: of what kind its record is, and once its link is confirmed where it stands',
      ...{ tags, params, querystring: opening, response: { 200: ownResponse, ...refusals } },
    },
    preHandler,
    async handler(request, reply) {
      const found = await findOwn(app, request, request.params.id)
      if (found instanceof Refused) return sendHttpError(reply, found)
      const { kind, own } = found
      if (!own)
        return reply.send({ message: answerIn(reply, 'ownAnswers.locked'), data: { is: 'locked', kind } })
      const data = await showOwn(app, own, { language: requestedLanguage(request), job: request.query.job })
      if (data instanceof Refused) return sendHttpError(reply, data)
      return reply.send({ message: answerIn(reply, 'ownAnswers.opened'), data })
    },
  })
  const change = changesOf(server, app, preHandler)
  change('details', {
    ...{ summary: 'Correct one’s e-mail and address', body: ownDetailsRequest, message: 'ownAnswers.saved' },
    work: (own, texts) => changeDetails(app, own, texts),
  })
  change('phone', {
    summary: 'Put another phone on record, with the code that was sent to it',
    ...{ body: ownPhoneRequest, message: 'ownAnswers.phoneSaved' },
    work: (own, { phone, otp: code }, request) => changePhone(app, own, { phone, code }, request),
  })
  change('apply', {
    ...{ summary: 'Apply to another vacancy', body: ownApplyRequest, message: 'ownAnswers.applied' },
    work: (own, { vacancy }) => applyTo(app, own, vacancy),
  })
  change('withdraw', {
    ...{ summary: 'Withdraw', body: nothing, message: 'ownAnswers.withdrawn' },
    work: (own) => withdraw(app, own),
  })
  change('erasure', {
    ...{ summary: 'Ask for erasure', body: nothing, message: 'ownAnswers.erasureAsked' },
    work: (own) => askErasure(app, own),
  })
  phoneCodeRoute(server, app, preHandler)
  documentRoute(server, app, preHandler)
  copyRoute(server, app, preHandler)
}

type Limited = ReturnType<typeof limitByAddress>

/** The record that a call changes, once its change is counted. */
async function opened(app: App, request: FastifyRequest): Promise<Own | Refused> {
  const own = await openOwn(app, request, params.parse(request.params).id)
  return own instanceof Refused ? own : ((await countChange(app, own)) ?? own)
}

function answer(reply: FastifyReply, refusal: Refused | undefined, message: MessageKey) {
  return refusal ? sendHttpError(reply, refusal) : reply.send({ message: answerIn(reply, message) })
}

interface Change<Body extends z.ZodMiniType> {
  summary: string
  body: Body
  /** Of the answer. */
  message: MessageKey
  work(own: Own, body: z.output<Body>, request: FastifyRequest): Promise<Refused | undefined>
}

/** Registers calls that change a record and answer with a sentence. */
function changesOf(server: ApiServer, app: App, preHandler: Limited) {
  return <Body extends z.ZodMiniType>(
    call: keyof typeof ownCalls,
    { summary, body, message, work }: Change<Body>,
  ) =>
    void server.route({
      method: 'POST',
      url: `${api.own}:id${ownCalls[call]}`,
      schema: { summary, tags, params, body, response: { 200: done, ...refusals } },
      preHandler,
      async handler(request, reply) {
        const own = await opened(app, request)
        if (own instanceof Refused) return sendHttpError(reply, own)
        return answer(reply, await work(own, request.body as z.output<Body>, request), message)
      },
    })
}

function phoneCodeRoute(server: ApiServer, app: App, preHandler: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.phoneCode}`,
    schema: {
      summary: 'Send a code to another phone than the one on record',
      ...{ tags, params, body: ownPhoneCodeRequest, response: { 200: ownPhoneCodeResponse, ...refusals } },
    },
    preHandler,
    async handler(request, reply) {
      const own = await opened(app, request)
      if (own instanceof Refused) return sendHttpError(reply, own)
      const otp = await sendPhoneCode(app, own, request.body.phone, reply)
      if (otp instanceof Refused) return sendHttpError(reply, otp)
      return reply.send({ message: answerIn(reply, 'ownAnswers.phoneSent'), otp })
    },
  })
}

function documentRoute(server: ApiServer, app: App, preHandler: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.document}`,
    schema: {
      summary: 'Add or replace a document of an application (multipart/form-data)',
      ...{ tags, params, consumes: ['multipart/form-data'] },
      body: multipartBody(ownDocumentRequest, ownFiles),
      response: { 200: done, ...refusals },
    },
    validatorCompiler: unchecked,
    preHandler,
    async handler(request, reply) {
      if (!request.isMultipart()) return sendError(reply, 'wrong_type')
      // Before the body is read: who has confirmed nothing uses no room.
      const own = await opened(app, request)
      if (own instanceof Refused) return sendHttpError(reply, own)
      const client = clientOf(request, reply)
      const read = await readUpload(request, { spool: app.spool, files: ownFiles })
      if (!read.ok) return sendError(reply, read.code)
      try {
        const { files, texts } = read.upload
        const asked = z.catch(ownDocumentRequest, {}).parse(texts).request
        const refusal =
          faultOf(read.upload) ?? (await addDocument(app, own, { files, request: asked, client }))
        return await answer(reply, refusal, 'ownAnswers.documentSaved')
      } catch (error) {
        return sendHttpError(reply, orUnavailable(error, request))
      } finally {
        await discard(read.upload.files)
      }
    },
  })
}

function copyRoute(server: ApiServer, app: App, preHandler: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.copy}`,
    schema: {
      summary: 'A copy of one’s data, as a file',
      ...{ tags, params, body: nothing, response: { 200: z.record(z.string(), z.unknown()), ...refusals } },
    },
    preHandler,
    async handler(request, reply) {
      const own = await opened(app, request)
      if (own instanceof Refused) return sendHttpError(reply, own)
      const file = `attachment; filename="${own.reference}.json"`
      const held = await copyOf(app, own)
      return reply.headers({ 'content-disposition': file, 'cache-control': 'no-store' }).send(held)
    },
  })
}

/** What is wrong with an upload before its files are looked into. */
function faultOf({ files, tooLarge, wrongKind, noRoom }: Upload): Refused | undefined {
  const faults = [...tooLarge, ...wrongKind]
  if (faults.length > 0) return refusedFields(faults)
  if (noRoom.length > 0) return refused('unavailable', 'fileMessages.noRoom')
  return files.length === 0 ? refused('invalid', 'ownAnswers.documentNone') : undefined
}

/** Answers that the service is unavailable after a temporary fault; throws any other. */
function orUnavailable(error: unknown, request: FastifyRequest): Refused {
  const isTemporary = [FilesUnavailable, CheckerUnavailable, QueueFull].some((kind) => error instanceof kind)
  if (!isTemporary && !(error instanceof ClientGone)) throw error
  if (isTemporary) request.log.error({ err: error }, 'a document could not be stored')
  return refused('unavailable')
}
