import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { documentFields } from '#contract/fields/application.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import { api, ownCalls, ownDocument } from '#contract/paths.ts'
import { linkOtpResponse } from '#contract/schemas/identity.ts'
import {
  ownApplyRequest,
  ownDetailsRequest,
  ownDocumentRequest,
  ownEmailRequest,
  ownPhoneCodeRequest,
  ownPhoneCodeResponse,
  ownPhoneRequest,
  ownResponse,
  ownTakeBackRequest,
  ownTakeBackResponse,
  ownWithdrawRequest,
} from '#contract/schemas/my.ts'
import { vacancyReference } from '#contract/schemas/vacancy-named.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import type { App } from '#server/context.ts'
import { ClientGone, QueueFull } from '#server/platform/fair-queue.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import { refused, errorSchemas } from '#server/platform/http/http-errors.ts'
import { limitLinks } from '#server/platform/limits/link-limits.ts'
import { fileAnswer, multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { CheckerUnavailable } from '#server/platform/uploads/file-checks/checker.ts'
import { discard, readUpload, type Upload, type UploadRules } from '#server/platform/uploads/read-upload.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import {
  addDocument,
  applyTo,
  askErasure,
  copyOf,
  countChange,
  noteOpened,
  withdraw,
} from './change-service.ts'
import {
  changeDetails,
  changePhone,
  confirmEmail,
  sendPhoneCode,
  sendTakeBackCode,
  takePhoneBack,
} from './contact-service.ts'
import { findOwn, openOwn, type Own, ownFile, ownOfLink, showOwn } from './service.ts'

/** One document at a time, each field once. */
const ownFiles: UploadRules = { texts: 4, fields: documentFields, count: 4, maxBytes: FILE_MAX_BYTES }

const tags = ['Own page']
const params = z.object({ id: z.string() })
/** The vacancy for which the page is opened; one that cannot be counts as none. */
const opening = z.object({ job: z.catch(z.optional(vacancyReference), undefined) })
const done = z.object({ message: z.string() })
const nothing = z.object({})
const refusals = errorSchemas(
  ...([
    'cross_site',
    'unverified',
    'not_found',
    'timeout',
    'already_there',
    'too_large',
    'wrong_type',
    'invalid',
  ] as const),
  ...(['changed_meanwhile', 'rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

/** The calls of a page of one's own. Nothing personal is shown or changed before the link is confirmed by a code. */
export function ownPageRoutes(server: ApiServer, app: App): void {
  const limit = limitLinks(app.limit, 'own-page')
  server.route({
    method: 'GET',
    url: `${api.own}:id`,
    schema: {
      summary:
        'A page of one’s own: of what kind its record is, and once its link is confirmed where it stands',
      ...{ tags, params, querystring: opening, response: { 200: ownResponse, ...refusals } },
    },
    ...limit,
    async handler(request, reply) {
      const found = await findOwn(app, request, request.params.id)
      const { own, ...locked } = found
      if (!own)
        return reply.send({
          message: answerIn(reply, 'ownAnswers.locked'),
          data: { is: 'locked', ...locked },
        })
      const data = await showOwn(app, own, { language: requestedLanguage(request), job: request.query.job })
      return reply.send({ message: answerIn(reply, 'ownAnswers.opened'), data })
    },
  })
  const change = changesOf(server, app, limit)
  change('details', {
    ...{ summary: 'Correct one’s address, and have another e-mail mailed a link that confirms it' },
    ...{ body: ownDetailsRequest, message: 'ownAnswers.saved' },
    work: (own, texts) => changeDetails(app, own, texts),
  })
  change('email', {
    summary: 'Put another e-mail on record, with what the link that was mailed to it carries',
    ...{ body: ownEmailRequest, message: 'ownAnswers.emailSaved' },
    work: (own, { proof }, request) => confirmEmail(app, own, proof, request),
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
    summary: 'Withdraw from one vacancy, or from everything',
    ...{ body: ownWithdrawRequest, message: 'ownAnswers.withdrawn' },
    work: (own, { vacancy }) => withdraw(app, own, vacancy),
  })
  change('erasure', {
    ...{ summary: 'Ask for erasure', body: nothing, message: 'ownAnswers.erasureAsked' },
    work: (own) => askErasure(app, own),
  })
  phoneCodeRoute(server, app, limit)
  takeBackRoutes(server, app, limit)
  documentRoute(server, app, limit)
  openRoute(server, app, limit)
  copyRoute(server, app, limit)
}

type Limited = ReturnType<typeof limitLinks>

/** The record that a call changes, once its change is counted. */
async function opened(app: App, request: FastifyRequest): Promise<Own> {
  const own = await openOwn(app, request, params.parse(request.params).id)
  await countChange(app, own)
  return own
}

interface Change<Body extends z.ZodMiniType> {
  summary: string
  body: Body
  /** Of the answer. */
  message: MessageKey
  work(own: Own, body: z.output<Body>, request: FastifyRequest): Promise<MessageKey | void>
}

/** Registers calls that change a record and answer with a sentence. */
function changesOf(server: ApiServer, app: App, limit: Limited) {
  return <Body extends z.ZodMiniType>(
    call: keyof typeof ownCalls,
    { summary, body, message, work }: Change<Body>,
  ) =>
    void server.route({
      method: 'POST',
      url: `${api.own}:id${ownCalls[call]}`,
      schema: { summary, tags, params, body, response: { 200: done, ...refusals } },
      ...limit,
      async handler(request, reply) {
        const own = await opened(app, request)
        const done = await work(own, request.body as z.output<Body>, request)
        return reply.send({ message: answerIn(reply, done ?? message) })
      },
    })
}

function phoneCodeRoute(server: ApiServer, app: App, limit: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.phoneCode}`,
    schema: {
      summary: 'Send a code to another phone than the one on record',
      ...{ tags, params, body: ownPhoneCodeRequest, response: { 200: ownPhoneCodeResponse, ...refusals } },
    },
    ...limit,
    async handler(request, reply) {
      const own = await opened(app, request)
      const otp = await sendPhoneCode(app, own, request.body.phone, reply)
      return reply.send({ message: answerIn(reply, 'ownAnswers.phoneSent'), otp })
    },
  })
}

/** The two calls by which the earlier phone is put back on record. The link alone opens them, and a code to that phone confirms. */
function takeBackRoutes(server: ApiServer, app: App, limit: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.takeBackCode}`,
    schema: {
      summary: 'Send a code to the phone that another took the place of within a day',
      ...{ tags, params, body: nothing, response: { 200: linkOtpResponse, ...refusals } },
    },
    ...limit,
    async handler(request, reply) {
      const own = await ownOfLink(app, request, request.params.id)
      const sent = await sendTakeBackCode(app, own, reply)
      const { phone, otp } = sent
      return reply.send({ message: answerIn(reply, 'ownAnswers.phoneSent'), data: { phone }, otp })
    },
  })
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.takeBack}`,
    schema: {
      summary: 'Put that phone back on record, with the code that was sent to it',
      ...{ tags, params, body: ownTakeBackRequest, response: { 200: ownTakeBackResponse, ...refusals } },
    },
    ...limit,
    async handler(request, reply) {
      const own = await ownOfLink(app, request, request.params.id)
      const link = await takePhoneBack(app, own, request.body.otp, request)
      return reply.send({ message: answerIn(reply, 'ownAnswers.phoneTakenBack'), data: { _id: link } })
    },
  })
}

/** A document that the page shows, as a file. */
function openRoute(server: ApiServer, app: App, limit: Limited): void {
  server.route({
    method: 'GET',
    url: `${api.own}:id${ownDocument}:name`,
    schema: {
      summary: 'One of one’s documents, or the signed agreement, as a file',
      ...{ tags, params: z.object({ id: z.string(), name: z.string() }) },
      response: { 200: fileAnswer('application/octet-stream', 'The document'), ...refusals },
    },
    ...limit,
    async handler(request, reply) {
      const own = await openOwn(app, request, request.params.id)
      const found = await ownFile(app, own, request.params.name)
      const bytes = await readDocument(app, found.file)
      await noteOpened(app, own, { name: request.params.name, file: found.file })
      return reply
        .header('content-type', found.contentType)
        .header('content-disposition', `attachment; filename="${found.fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(bytes)
    },
  })
}

function documentRoute(server: ApiServer, app: App, limit: Limited): void {
  const bytes = app.limit('own-bytes')
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
    ...limit,
    async handler(request, reply) {
      if (!request.isMultipart()) throw refused('wrong_type')
      // Before the body is read: who has confirmed nothing uses no room.
      const own = await opened(app, request)
      await bytes.check(request.ip)
      const client = clientOf(request, reply)
      const read = await readUpload(request, { spool: app.spool, files: ownFiles })
      if (!read.ok) throw refused(read.code)
      await bytes.charge(
        request.ip,
        read.upload.files.reduce((sum, { spooled }) => sum + spooled.size, 0),
      )
      try {
        const { files, texts } = read.upload
        const asked = z.catch(ownDocumentRequest, {}).parse(texts).request
        refuseFaults(read.upload)
        await addDocument(app, own, { files, request: asked, client })
        return await reply.send({ message: answerIn(reply, 'ownAnswers.documentSaved') })
      } catch (error) {
        throw orUnavailable(error, request)
      } finally {
        await discard(read.upload.files)
      }
    },
  })
}

function copyRoute(server: ApiServer, app: App, limit: Limited): void {
  server.route({
    method: 'POST',
    url: `${api.own}:id${ownCalls.copy}`,
    schema: {
      summary: 'A copy of one’s data, as a file',
      ...{ tags, params, body: nothing, response: { 200: z.record(z.string(), z.unknown()), ...refusals } },
    },
    ...limit,
    async handler(request, reply) {
      const own = await opened(app, request)
      const file = `attachment; filename="${own.reference}.json"`
      const held = await copyOf(app, own)
      return reply.headers({ 'content-disposition': file, 'cache-control': 'no-store' }).send(held)
    },
  })
}

/** Refuses an upload with what is wrong with it before its files are looked into. */
function refuseFaults({ files, tooLarge, wrongKind, noRoom }: Upload): void {
  const errors = [...tooLarge, ...wrongKind]
  if (errors.length > 0) throw refused({ code: tooLarge.length > 0 ? 'too_large' : 'wrong_type', errors })
  if (noRoom.length > 0) throw refused('unavailable', 'fileMessages.noRoom')
  if (files.length === 0) throw refused('invalid', 'ownAnswers.documentNone')
}

/** Returns that the service is unavailable for a temporary fault, and any other error as it is. */
function orUnavailable(error: unknown, request: FastifyRequest): unknown {
  const isTemporary = [FilesUnavailable, CheckerUnavailable, QueueFull].some((kind) => error instanceof kind)
  if (!isTemporary && !(error instanceof ClientGone)) return error
  if (isTemporary) request.log.error({ err: error }, 'a document could not be stored')
  return refused('unavailable')
}
