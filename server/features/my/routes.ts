import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ownPageCalls } from '#contract/calls/link-calls.ts'
import { ownDocumentRequest } from '#contract/schemas/my.ts'
import type { App } from '#server/context.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { noRoom as noRoomLeft, refused } from '#server/platform/http/http-errors.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { discard, readUpload, type Upload } from '#server/platform/uploads/read-upload.ts'
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

/** The calls of a person's own page. Nothing personal is shown or changed before a code confirms the link. */
export function ownPageHandlers(app: App): Handlers<typeof ownPageCalls> {
  return { ...changeHandlers(app), ...phoneHandlers(app), ...documentHandlers(app) }
}

/** Returns the record that a call changes, after counting the change. */
async function opened(app: App, request: FastifyRequest, id: string): Promise<Own> {
  const own = await openOwn(app, request, id)
  await countChange(app, own)
  return own
}

/** The page itself, and calls that change a record and answer with a sentence. */
function changeHandlers(app: App) {
  return {
    async 'own.read'({ request, reply, params, query }) {
      const { own, ...locked } = await findOwn(app, request, params.id)
      if (!own) return { message: answerIn(reply, 'ownAnswers.locked'), data: { is: 'locked', ...locked } }
      const data = await showOwn(app, own, { language: requestedLanguage(request), job: query.job })
      return { message: answerIn(reply, 'ownAnswers.opened'), data }
    },
    async 'own.details'({ request, reply, params, body }) {
      const own = await opened(app, request, params.id)
      return { message: answerIn(reply, await changeDetails(app, own, body)) }
    },
    async 'own.email'({ request, reply, params, body }) {
      await confirmEmail(app, await opened(app, request, params.id), body.proof, request)
      return { message: answerIn(reply, 'ownAnswers.emailSaved') }
    },
    async 'own.apply'({ request, reply, params, body }) {
      await applyTo(app, await opened(app, request, params.id), body.vacancy)
      return { message: answerIn(reply, 'ownAnswers.applied') }
    },
    async 'own.withdraw'({ request, reply, params, body }) {
      await withdraw(app, await opened(app, request, params.id), body.vacancy)
      return { message: answerIn(reply, 'ownAnswers.withdrawn') }
    },
    async 'own.erasure'({ request, reply, params }) {
      await askErasure(app, await opened(app, request, params.id))
      return { message: answerIn(reply, 'ownAnswers.erasureAsked') }
    },
  } satisfies Partial<Handlers<typeof ownPageCalls>>
}

/** Changing the phone, and restoring the earlier one: the link opens these two, and a code to that phone confirms. */
function phoneHandlers(app: App) {
  return {
    async 'own.sendPhoneCode'({ request, reply, params, body }) {
      const otp = await sendPhoneCode(app, await opened(app, request, params.id), body.phone, reply)
      return { message: answerIn(reply, 'ownAnswers.phoneSent'), otp }
    },
    async 'own.phone'({ request, reply, params, body: { phone, otp: code } }) {
      await changePhone(app, await opened(app, request, params.id), { phone, code }, request)
      return { message: answerIn(reply, 'ownAnswers.phoneSaved') }
    },
    async 'own.sendTakeBackCode'({ request, reply, params }) {
      const own = await ownOfLink(app, request, params.id)
      const { phone, otp } = await sendTakeBackCode(app, own, reply)
      return { message: answerIn(reply, 'ownAnswers.phoneSent'), data: { phone }, otp }
    },
    async 'own.takeBack'({ request, reply, params, body }) {
      const own = await ownOfLink(app, request, params.id)
      const link = await takePhoneBack(app, own, body.otp, request)
      return { message: answerIn(reply, 'ownAnswers.phoneTakenBack'), data: { _id: link } }
    },
  } satisfies Partial<Handlers<typeof ownPageCalls>>
}

function documentHandlers(app: App) {
  const bytes = app.limit('own-bytes')
  return {
    async 'own.addDocument'({ request, reply, params: { id } }) {
      if (!request.isMultipart()) throw refused('wrong_type')
      // Checked before the body is read, so that an unconfirmed caller uses no memory.
      const own = await opened(app, request, id)
      await bytes.check(request.ip)
      const client = clientOf(request, reply)
      const { files: rules } = ownPageCalls['own.addDocument']
      const upload = await readUpload(request, { spool: app.spool, files: rules })
      await bytes.charge(
        request.ip,
        upload.files.reduce((sum, { spooled }) => sum + spooled.size, 0),
      )
      try {
        const { files, texts } = upload
        const asked = z.catch(ownDocumentRequest, {}).parse(texts).request
        refuseFaults(upload)
        await addDocument(app, own, { files, request: asked, client })
        return { message: answerIn(reply, 'ownAnswers.documentSaved') }
      } finally {
        await discard(upload.files)
      }
    },
    async 'own.file'({ request, reply, params: { id, name } }) {
      const own = await openOwn(app, request, id)
      const { file, contentType, fileName } = await ownFile(app, own, name)
      const bytes = await readDocument(app, file)
      await noteOpened(app, own, { name, file })
      reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
      return bytes
    },
    async 'own.copy'({ request, reply, params }) {
      const own = await opened(app, request, params.id)
      const file = `attachment; filename="${own.reference}.json"`
      reply.headers({ 'content-disposition': file, 'cache-control': 'no-store' })
      return copyOf(app, own)
    },
  } satisfies Partial<Handlers<typeof ownPageCalls>>
}

/** Refuses an upload with its faults before its files are read. */
function refuseFaults({ files, tooLarge, wrongKind, noRoom }: Upload): void {
  const errors = [...tooLarge, ...wrongKind]
  if (errors.length > 0) throw refused({ code: tooLarge.length > 0 ? 'too_large' : 'wrong_type', errors })
  if (noRoom.length > 0) throw refused(noRoomLeft)
  if (files.length === 0) throw refused('invalid', 'ownAnswers.documentNone')
}
