import {
  careerApplication,
  careerRequest,
  careerResponse,
  missingDocuments,
  documentFieldNames,
} from '#contract/schemas/careers.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { FieldFault } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { CheckerUnavailable } from '#server/platform/uploads/file-checks/checker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Limit, LimitRule } from '#server/platform/limits/memory-limits.ts'
import { multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import { discard, readUpload, type Upload } from '#server/platform/uploads/read-upload.ts'
import {
  check,
  errorSchemas,
  sendError,
  sendRetryLater,
  sendErrorMessage,
} from '#server/platform/http/http-errors.ts'
import type { Spool } from '#server/platform/uploads/spool.ts'
import { ClientGone, QueueFull } from '#server/platform/fair-queue.ts'
import { type Client, clientOf } from '#server/platform/http/client-address.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { applicationFiles, applicationLimit } from './rules.ts'
import { type Applications, type CareerDeps, createApplications } from './service.ts'
import { answerIn, languageOf } from '#server/platform/language.ts'

/** Our own failures that the next attempt may not meet. */
const transient = [FilesUnavailable, CheckerUnavailable, QueueFull]

/** POST career-application, multipart. */
export function careerRoutes(
  app: ApiServer,
  deps: CareerDeps & { spool: Spool; limit(rule: LimitRule): Limit },
): void {
  const limit = deps.limit(applicationLimit)
  const applications = createApplications(deps)
  app.route({
    method: 'POST',
    url: api.careerApplication,
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
      if (applications.isCrowded(request.ip)) return sendError(reply, 'unavailable')
      const allowed = await limit.consume(request.ip)
      if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
      const sender = { language: languageOf(request), client: clientOf(request, reply) }
      const answer = await readUpload(request, { spool: deps.spool, files: applicationFiles })
      if (!answer.ok) return sendError(reply, answer.code)
      const decided = await decide(applications, answer.upload, sender).catch(async (error: unknown) => {
        await allowed.giveBack()
        return orUnavailable(error, request.log)
      })
      if (decided.code === 'sent')
        return reply.code(201).send({ message: answerIn(reply, 'careerMessages.sent') })
      if (decided.code === 'already_there')
        return sendErrorMessage(reply, decided.code, 'careerMessages.duplicate')
      return sendError(reply, decided.code, inFormOrder(decided.errors ?? []))
    },
  })
}

interface Decision {
  code: 'sent' | 'already_there' | 'invalid' | 'too_large' | 'wrong_type' | 'unavailable'
  errors?: FieldFault[]
}

/** Answers that the service is unavailable after a temporary fault, and to nobody where nobody waits; throws any other. */
function orUnavailable(error: unknown, log: Pick<Log, 'error'>): Decision {
  if (error instanceof ClientGone) return { code: 'unavailable' }
  if (!transient.some((kind) => error instanceof kind)) throw error
  log.error({ err: error }, 'an application could not be stored')
  return { code: 'unavailable' }
}

interface Sender {
  language: Language
  client: Client
}

/** Decides on an application, and then removes its upload from the spool. */
async function decide(applications: Applications, upload: Upload, sender: Sender): Promise<Decision> {
  try {
    return await judge(applications, upload, sender)
  } finally {
    await discard(upload.files)
  }
}

async function judge(
  { submit }: Applications,
  upload: Upload,
  { language, client }: Sender,
): Promise<Decision> {
  const written = check(careerRequest, upload.texts)
  // A document that was sent and refused is not missing: it has its own sentence.
  const sent = new Set([...upload.files, ...upload.tooLarge, ...upload.wrongKind].map(({ field }) => field))
  const missing = missingDocuments((field) => sent.has(field))
  const documents = [...upload.tooLarge, ...upload.wrongKind, ...missing]
  if (!written.ok || missing.length > 0) {
    return { code: 'invalid', errors: [...(written.ok ? [] : written.errors), ...documents] }
  }
  if (upload.tooLarge.length > 0) return { code: 'too_large', errors: documents }
  if (upload.wrongKind.length > 0) return { code: 'wrong_type', errors: documents }
  const result = await submit({ ...written.value, language }, upload.files, client)
  if (result.outcome === 'refused') return { code: 'wrong_type', errors: result.errors }
  return { code: result.outcome === 'duplicate' ? 'already_there' : 'sent' }
}

const order: string[] = [...Object.keys(careerApplication.shape), ...documentFieldNames]

/** The first sentence of each field, in the order of the form. */
function inFormOrder(errors: readonly FieldFault[]): FieldFault[] {
  const first = errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at)
  return first.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
}
