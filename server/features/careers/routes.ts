import type { FastifyRequest } from 'fastify'
import { careerCalls } from '#contract/calls/public-calls.ts'
import type { CareerRequest } from '#contract/schemas/careers.ts'
import { whatIsNext } from '#contract/messages/with-values.ts'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import type { App } from '#server/context.ts'
import { ownPathOf } from '#server/features/records/link-store.ts'
import { appliedFor } from '#server/features/vacancies/service.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import { noteSent } from '#server/platform/http/form-pages.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import { createFormCharges } from '#server/platform/limits/form-charges.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'
import { discard, readUpload, type Upload } from '#server/platform/uploads/read-upload.ts'
import { CROWD, readApplication, submitApplication } from './service.ts'

export function careerHandlers(app: App): Handlers<typeof careerCalls> {
  const charges = createFormCharges(app.limit, 'application')
  const { files } = careerCalls['application.send']

  /** Reads the application; without its documents if the address has used up its bytes. */
  async function read(request: FastifyRequest): Promise<Upload> {
    const bytes = Number(request.headers['content-length'] ?? REQUEST_MAX_BYTES)
    const hasRoom = await ifLeft(charges.checkBytes(request, bytes).then(() => true))
    return readUpload(request, { spool: hasRoom ? app.spool : undefined, files })
  }

  return {
    async 'application.send'({ request, reply }) {
      if (app.checker.ahead(request.ip) >= CROWD) throw refused('unavailable')
      const client = clientOf(request, reply)
      const upload = await read(request)
      noteSent(request, { texts: upload.texts, files: filesSent(upload) })
      try {
        const application = { ...readApplication(upload), language: requestedLanguage(request) }
        const documents = upload.noRoom.length > 0 ? 'no room' : upload.files
        const { id, bytes, ...stored } = await submitApplication(app, application, { documents, client })
        await charges.stored(request, bytes)
        const message = stored.documents ? 'careerMessages.documentsAwaited' : 'careerMessages.sent'
        const beside = await besideAnswer(app, request, { id, vacancy: application.vacancy })
        return { message: answerIn(reply, message), ...stored, ...beside }
      } catch (error) {
        if (error instanceof ClientGone) await charges.refuse(request)
        throw error
      } finally {
        await discard(upload.files)
      }
    },
  }
}

/** Returns the fields with a document, including faulty ones. */
function filesSent({ files, tooLarge, wrongKind }: Upload): string[] {
  return [...files, ...tooLarge, ...wrongKind].map(({ field }) => field)
}

/**
 * Returns what is added to the answer: the vacancy that was applied for, and the applicant's own page, which opens
 * by a code to their phone. A fault here does not change the answer, since the application is stored.
 */
async function besideAnswer(
  app: App,
  request: FastifyRequest,
  { id, vacancy: reference = '' }: { id: string } & Pick<CareerRequest, 'vacancy'>,
): Promise<{ next: string; page?: string }> {
  const { recordLinks, config } = app
  const language = requestedLanguage(request)
  const next = say(whatIsNext(config), language)
  try {
    const about = await appliedFor(app, { reference, language })
    const page = await ownPathOf({ recordLinks, languages: config.languages }, { id, language })
    return { next: about ? `${about} ${next}` : next, page }
  } catch (error) {
    request.log.warn({ err: error }, 'an application was answered without its vacancy and its page')
    return { next }
  }
}
