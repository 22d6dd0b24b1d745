import type { FastifyRequest } from 'fastify'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { api } from '#contract/paths.ts'
import { onboardingSession } from '#contract/schemas/identity.ts'
import { photoField, registrationFields, registrationResponse } from '#contract/schemas/registrations.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { multipartBody, unchecked } from '#server/platform/http/openapi.ts'
import { discard, readUpload, type UploadRules } from '#server/platform/uploads/read-upload.ts'
import { Refused, refused, errorSchemas, noRoom } from '#server/platform/http/http-errors.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import type { Visitor } from '#server/platform/sessions/store.ts'
import type { App } from '#server/context.ts'
import { agreementUrl } from '#server/features/onboarding/person/next-agreement-service.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { progressOf } from './progress-service.ts'
import { proofOf, register, type Registered } from './service.ts'

/** Both spellings of the photo's name are accepted. A second photo is read too, so that the refusal can say so. */
const photoFile: UploadRules = {
  texts: 40,
  fields: { [photoField]: { required: true, kinds: ['png', 'jpg'] } },
  count: 2,
  maxBytes: FILE_MAX_BYTES,
}
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

/** The calls that lead to a registration. */
const registering = new Set<string | undefined>([
  ...[api.generateAadhaarOtp, api.verifyAadhaarOtp, api.generateMobileOtp, api.verifyMobileOtp],
  api.registerExecutive,
])

/** Makes these calls answer that registration is not open; in production until the agency has set what it costs. */
export function refuseWhileClosed(server: ApiServer, { config }: App): void {
  if (config.registers) return
  server.addHook('onRequest', (request, _, done) => {
    if (!registering.has(request.routeOptions.url)) return done()
    done(refused('unavailable', 'registrationErrors.notOpen'))
  })
}

/** Returns to a reloaded page how far its visitor has come. */
export function progressRoute(server: ApiServer, app: App): void {
  const schema = {
    summary: 'What is verified so far, for a page that was loaded again',
    tags: ['Identity'],
    response: { 200: onboardingSession, ...errorSchemas('internal', 'unavailable') },
  }
  server.get(api.onboardingSession, { schema }, async (request, reply) => {
    const data = await progressOf(app, await app.sessions.read(request), request.ip)
    return { message: answerIn(reply, 'dataAnswers.session'), data }
  })
}

/** POST register-executive-on-website, multipart. */
export function registrationRoutes(server: ApiServer, app: App): void {
  const limit = app.limit('registration')
  server.route({
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
      const giveBack = await limit.take(request.ip)
      if (!request.isMultipart()) throw refused('wrong_type')
      // Checked before the body is read, so that unverified visitors use no memory.
      const visitor = await app.sessions.read(request)
      if (!visitor || !proofOf(visitor.data)) throw refused('unverified')
      const sender = { language: requestedLanguage(request), client: clientOf(request, reply) }
      const answer = await readUpload(request, { spool: app.spool, files: photoFile })
      if (!answer.ok) throw refused(answer.code)
      if (answer.upload.noRoom.length > 0) throw refused(noRoom)
      let registered: Registered
      try {
        // Checked again after the upload, which may take minutes: an ended session registers nobody.
        const own = await sameSession(app, request, visitor)
        registered = await register(app, own, answer.upload, sender)
      } catch (error) {
        if (!(error instanceof Refused)) await giveBack()
        throw error
      } finally {
        await discard(answer.upload.files)
      }
      const { id, transactionId } = registered
      await app.sessions.change(reply, (data) => ({ ...data, registration: { id, transactionId } }))
      const data = [{ _id: await app.recordLinks.tokenOf(id), agreement_url: await agreementUrl(app, id) }]
      return reply.code(201).send({ message: answerIn(reply, 'agreementMessages.registered'), data })
    },
  })
}

/** Returns the session that a request began with, unless it ended or was replaced. */
async function sameSession(
  { sessions }: App,
  request: FastifyRequest,
  { id }: Visitor,
): Promise<Visitor | undefined> {
  const current = await sessions.read(request)
  return current?.id === id ? current : undefined
}
