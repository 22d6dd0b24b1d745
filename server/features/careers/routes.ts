import { careerApplication, careerRequest, careerResponse } from '#contract/schemas/careers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FILE_MAX_BYTES, REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import { whatIsNext } from '#contract/messages/with-values.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { FieldFault } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { createFormCharges } from '#server/platform/limits/form-charges.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import { noteSent } from '#server/platform/http/form-pages.ts'
import { multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import { discard, readUpload, type Upload, type UploadRules } from '#server/platform/uploads/read-upload.ts'
import { check, errorSchemas, refused } from '#server/platform/http/http-errors.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import { type Client, clientOf } from '#server/platform/http/client-address.ts'
import { appliedFor } from '#server/features/vacancies/service.ts'
import { type ApplicationOutcome, CROWD, submitApplication } from './service.ts'
import { ownPathOf } from '#server/features/records/link-store.ts'
import { answerIn, requestedLanguage, say } from '#server/platform/requested-language.ts'
import { documentFieldNames, documentFields, missingDocuments } from '#contract/fields/application.ts'

/**
 * Bytes charged for the answer that somebody has applied, which the specification requires: about a thousand such
 * answers in ten minutes for one address (docs/security.md, T29).
 */
const TOLD_BYTES = 180 * 1024

/** The parts of one application: each document once. Anybody may send one, so its texts are 192 KiB at most. */
const applicationFiles: UploadRules = {
  texts: 24,
  fields: documentFields,
  count: 4,
  maxBytes: FILE_MAX_BYTES,
}

/** POST career-application, multipart. */
export function careerRoutes(server: ApiServer, app: App): void {
  const charges = createFormCharges(app.limit, 'application')

  /** Reads the application; without its documents if the address has used up its bytes. */
  async function read(request: FastifyRequest) {
    const bytes = Number(request.headers['content-length'] ?? REQUEST_MAX_BYTES)
    const hasRoom = await ifLeft(charges.checkBytes(request, bytes).then(() => true))
    return readUpload(request, { spool: hasRoom ? app.spool : undefined, files: applicationFiles })
  }

  /**
   * Returns what is added to the answer: the vacancy that was applied for, and the applicant's own page, which opens
   * by a code to their phone. A fault here does not change the answer, since the application is stored.
   */
  async function besideAnswer(request: FastifyRequest, answered: Decision, named: unknown): Promise<Beside> {
    if (answered.code !== 'sent') return {}
    const { recordLinks, config } = app
    const language = requestedLanguage(request)
    const reference = careerRequest.shape.vacancy.parse(named) ?? ''
    try {
      const about = await appliedFor(app, { reference, language })
      const page = await ownPathOf(
        { recordLinks, languages: config.languages },
        { id: answered.id, language },
      )
      return { about, page }
    } catch (error) {
      request.log.warn({ err: error }, 'an application was answered without its vacancy and its page')
      return {}
    }
  }

  server.route({
    method: 'POST',
    url: api.careerApplication,
    ...charges.hooks,
    schema: {
      summary: 'Apply with documents (multipart/form-data)',
      tags: ['Careers'],
      consumes: ['multipart/form-data'],
      body: multipartBody(careerRequest, applicationFiles),
      response: {
        201: careerResponse,
        ...errorSchemas('cross_site', 'timeout', 'already_there', 'too_large', 'invalid', 'rate_limited'),
      },
    },
    validatorCompiler: unchecked,
    async handler(request, reply) {
      if (app.checker.ahead(request.ip) >= CROWD) throw refused('unavailable')
      const client = clientOf(request, reply)
      const answer = await read(request)
      if (!answer.ok) throw refused(answer.code)
      noteSent(request, { texts: answer.upload.texts, files: filesSent(answer.upload) })
      const sender = { language: requestedLanguage(request), client }
      let decided: Decision
      try {
        decided = await decide(app, answer.upload, sender)
      } catch (error) {
        if (error instanceof ClientGone) await charges.refuse(request)
        throw error
      } finally {
        await discard(answer.upload.files)
      }
      if (decided.code === 'already_there') await charges.refuse(request, TOLD_BYTES)
      if (decided.code === 'sent') await charges.stored(request, decided.bytes)
      const beside = await besideAnswer(request, decided, answer.upload.texts['vacancy'])
      return send(reply, decided, { config: app.config, ...beside })
    },
  })
}

interface Beside {
  /** The path of the applicant's own page. */
  page?: string
  /** A sentence about the vacancy that was applied for. */
  about?: string
}

function send(reply: FastifyReply, decided: Decision, { config, page, about }: Beside & Pick<App, 'config'>) {
  if (decided.code === 'already_there') throw refused(decided.code, 'careerMessages.duplicate')
  if (decided.code !== 'sent') throw refused({ code: decided.code, errors: inFormOrder(decided.errors) })
  const { documents, reference } = decided
  const answering = say(whatIsNext(config), requestedLanguage(reply.request))
  const next = about ? `${about} ${answering}` : answering
  const isKept = documents === 'kept'
  const message = answerIn(reply, isKept ? 'careerMessages.sent' : 'careerMessages.documentsAwaited')
  return reply.code(201).send({ message, reference, next, page, ...(isKept ? {} : { documents }) })
}

/** Returns the fields with a document, including faulty ones. */
function filesSent({ files, tooLarge, wrongKind }: Upload): string[] {
  return [...files, ...tooLarge, ...wrongKind].map(({ field }) => field)
}

type Decision = ApplicationOutcome | { code: 'invalid' | 'too_large' | 'wrong_type'; errors: FieldFault[] }

interface Sender {
  language: Language
  client: Client
}

async function decide(app: App, upload: Upload, { language, client }: Sender): Promise<Decision> {
  const written = check(careerRequest, upload.texts)
  const unusable = [...upload.tooLarge, ...upload.wrongKind]
  // A refused document is not missing: it has its own sentence.
  const sent = new Set([...[...upload.files, ...unusable].map(({ field }) => field), ...upload.noRoom])
  const missing = missingDocuments((field) => sent.has(field))
  const faults = [...unusable, ...missing]
  if (!written.ok || missing.length > 0) {
    return { code: 'invalid', errors: [...(written.ok ? [] : written.errors), ...faults] }
  }
  if (upload.tooLarge.length > 0) return { code: 'too_large', errors: faults }
  if (upload.wrongKind.length > 0) return { code: 'wrong_type', errors: faults }
  const documents = upload.noRoom.length > 0 ? 'no room' : upload.files
  const result = await submitApplication(app, { ...written.value, language }, { documents, client })
  if (result.code !== 'sent') return result
  return { ...result, bytes: result.bytes + Buffer.byteLength(JSON.stringify(written.value)) }
}

const order: string[] = [...Object.keys(careerApplication.shape), ...documentFieldNames]

/** Returns the first error of each field, in the order of the form. */
function inFormOrder(errors: readonly FieldFault[]): FieldFault[] {
  const first = errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at)
  return first.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
}
