import type { FastifyReply } from 'fastify'
import type { recordCalls } from '#contract/calls/link-calls.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { ReplacedToken } from '#server/platform/sessions/sessions.ts'
import type { App } from '#server/context.ts'
import { confirmLink, openLink, sendLinkCode } from '#server/features/onboarding/identity/link-service.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { pauseRegistration, resumeRegistration, sendPausedCode } from './pause-service.ts'
import { showRecord, updateMandate } from './record-service.ts'

/** The only GET that may start a session, since whoever opened this record may replace its failed mandate. */
async function noteOpened({ sessions }: App, reply: FastifyReply, id: string): Promise<void> {
  try {
    await sessions.change(reply, (data) => {
      return data.opened.includes(id) ? data : { ...data, opened: [...data.opened, id] }
    })
  } catch (error) {
    if (!(error instanceof ReplacedToken)) throw error
  }
}

export function recordHandlers(app: App): Handlers<typeof recordCalls> {
  return {
    async 'record.read'({ request, reply, params: { id: token } }) {
      const { id, isWhole } = await openLink(app, request, token)
      const data = await showRecord(app, { id, token, isWhole })
      await noteOpened(app, reply, id)
      return { message: answerIn(reply, 'dataAnswers.record'), data }
    },
    async 'record.updateMandate'({ request, reply, body }) {
      const { id } = await openLink(app, request, body.id)
      await updateMandate(app, { ...body, id })
      return { message: answerIn(reply, 'mandateMessages.updated') }
    },
    async 'link.sendCode'({ reply, body }) {
      const { phone, otp } = await sendLinkCode(app, body.id, reply)
      return { message: answerIn(reply, 'linkAnswers.sent'), data: { phone }, otp }
    },
    async 'link.confirm'({ request, reply, body: { id: token, otp: code } }) {
      await confirmLink(app, { token, code }, { request, reply })
      return { message: answerIn(reply, 'linkAnswers.confirmed') }
    },
    async 'pause.begin'({ request, reply, body }) {
      const visitor = await app.sessions.read(request)
      await pauseRegistration(app, visitor, { ...body, language: requestedLanguage(request) })
      return { message: answerIn(reply, 'laterAnswers.sent') }
    },
    async 'pause.sendCode'({ reply, body }) {
      const { phone, otp } = await sendPausedCode(app, body.id, reply)
      return { message: answerIn(reply, 'laterAnswers.codeSent'), data: { phone }, otp }
    },
    async 'pause.resume'({ request, reply, body: { id: token, otp: code } }) {
      await resumeRegistration(app, { token, code }, { request, reply })
      return { message: answerIn(reply, 'laterAnswers.resumed') }
    },
  }
}
