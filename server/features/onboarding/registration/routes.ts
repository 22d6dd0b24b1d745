import type { FastifyRequest } from 'fastify'
import { registrationCalls, type progressCalls } from '#contract/calls/public-calls.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { discard, readUpload } from '#server/platform/uploads/read-upload.ts'
import { refused, noRoom } from '#server/platform/http/http-errors.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import type { Visitor } from '#server/platform/sessions/store.ts'
import type { App } from '#server/context.ts'
import { agreementUrl } from '#server/features/onboarding/person/next-agreement-service.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { progressOf } from './progress-service.ts'
import { proofOf, register } from './service.ts'

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

export function progressHandlers(app: App): Handlers<typeof progressCalls> {
  return {
    async 'registration.progress'({ request, reply }) {
      const data = await progressOf(app, await app.sessions.read(request), request.ip)
      return { message: answerIn(reply, 'dataAnswers.session'), data }
    },
  }
}

export function registrationHandlers(app: App): Handlers<typeof registrationCalls> {
  const { files } = registrationCalls['registration.send']
  return {
    async 'registration.send'({ request, reply }) {
      if (!request.isMultipart()) throw refused('wrong_type')
      // Checked before the body is read, so that unverified visitors use no memory.
      const visitor = await app.sessions.read(request)
      if (!visitor || !proofOf(visitor.data)) throw refused('unverified')
      const sender = { language: requestedLanguage(request), client: clientOf(request, reply) }
      const upload = await readUpload(request, { spool: app.spool, files })
      try {
        if (upload.noRoom.length > 0) throw refused(noRoom)
        // Checked again after the upload, which may take minutes: an ended session registers nobody.
        const own = await sameSession(app, request, visitor)
        const { id, transactionId } = await register(app, own, upload, sender)
        await app.sessions.change(reply, (data) => ({ ...data, registration: { id, transactionId } }))
        const data = [{ _id: await app.recordLinks.tokenOf(id), agreement_url: await agreementUrl(app, id) }]
        return { message: answerIn(reply, 'agreementMessages.registered'), data }
      } finally {
        await discard(upload.files)
      }
    },
  }
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
