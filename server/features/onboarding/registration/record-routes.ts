import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { updateMandateRequest, updateMandateResponse } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { personRecordResponse } from '#contract/schemas/registrations.ts'
import {
  linkOtpRequest,
  linkOtpResponse,
  pauseRequest,
  pauseResponse,
  verifyLinkOtpRequest,
  verifyLinkOtpResponse,
} from '#contract/schemas/identity.ts'
import type { MessageKey } from '#contract/messages/sentences.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas } from '#server/platform/http/http-errors.ts'
import { limitLinks } from '#server/platform/limits/link-limits.ts'
import { ReplacedToken } from '#server/platform/sessions/sessions.ts'
import type { App } from '#server/context.ts'
import { confirmLink, openLink, sendLinkCode } from '#server/features/onboarding/identity/link-service.ts'
import { answerIn, requestedLanguage } from '#server/platform/requested-language.ts'
import { pauseRegistration, resumeRegistration, sendPausedCode } from './pause-service.ts'
import { showRecord, updateMandate } from './record-service.ts'

const tags = ['Executives']
const refusals = errorSchemas(
  ...([
    'cross_site',
    'unverified',
    'not_found',
    'timeout',
    'mandate_stands',
    'too_large',
    'invalid',
  ] as const),
  ...(['rate_limited', 'provider_failed', 'provider_timeout'] as const),
)

/**
 * The only GET that may start a session: who opened this record may replace its failed mandate. A token that was replaced
 * meanwhile reads and notes nothing.
 */
async function noteOpened({ sessions }: App, reply: FastifyReply, id: string): Promise<void> {
  try {
    await sessions.change(reply, (data) => {
      return data.opened.includes(id) ? data : { ...data, opened: [...data.opened, id] }
    })
  } catch (error) {
    if (!(error instanceof ReplacedToken)) throw error
  }
}

/** The calls of the pages that a link leads to. */
export function recordRoutes(server: ApiServer, app: App): void {
  server.route({
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
    ...limitLinks(app.limit, 'record'),
    async handler(request, reply) {
      const link = await openLink(app, request, request.params.id)
      const { id, isWhole } = link
      const record = await showRecord(app, { id, token: request.params.id, isWhole })
      await noteOpened(app, reply, link.id)
      return reply.send({ message: answerIn(reply, 'dataAnswers.record'), data: record })
    },
  })
  updateRoute(server, app)
  codeRoutes(server, app, limitLinks(app.limit, 'link-code'), linkCalls)
  pauseRoutes(server, app)
}

function updateRoute(server: ApiServer, app: App): void {
  server.route({
    method: 'POST',
    url: api.updateMandate,
    schema: {
      summary: 'Put a new mandate in the place of one that failed',
      tags,
      body: updateMandateRequest,
      response: { 200: updateMandateResponse, ...refusals },
    },
    preHandler: app.limit('mandate-update').preHandler,
    async handler(request, reply) {
      const link = await openLink(app, request, request.body.id)
      await updateMandate(app, { ...request.body, id: link.id })
      return reply.send({ message: answerIn(reply, 'mandateMessages.updated') })
    },
  })
}

interface CodeCalls {
  send: { url: string; summary: string; call: typeof sendLinkCode; done: MessageKey }
  check: { url: string; summary: string; call: typeof confirmLink; done: MessageKey }
}

/** The two calls of a code that a link asks for: it is sent to the phone that the link knows, and entered. */
function codeRoutes(
  server: ApiServer,
  app: App,
  limit: ReturnType<typeof limitLinks>,
  { send, check }: CodeCalls,
): void {
  server.route({
    method: 'POST',
    url: send.url,
    schema: {
      summary: send.summary,
      tags,
      body: linkOtpRequest,
      response: { 200: linkOtpResponse, ...refusals },
    },
    ...limit,
    async handler(request, reply) {
      const sent = await send.call(app, request.body.id, reply)
      const { phone, otp } = sent
      return reply.send({ message: answerIn(reply, send.done), data: { phone }, otp })
    },
  })
  server.route({
    method: 'POST',
    url: check.url,
    schema: {
      summary: check.summary,
      tags,
      body: verifyLinkOtpRequest,
      response: { 200: verifyLinkOtpResponse, ...refusals },
    },
    ...limit,
    async handler(request, reply) {
      const { id: token, otp: code } = request.body
      await check.call(app, { token, code }, { request, reply })
      return reply.send({ message: answerIn(reply, check.done) })
    },
  })
}

/** The calls that confirm a link: every page of one's own asks for it, and with LINK_STEP_UP the pages of a registration too. */
const linkCalls: CodeCalls = {
  send: {
    url: api.linkOtp,
    summary: 'Send a code to the phone on record, to confirm a link',
    call: sendLinkCode,
    done: 'linkAnswers.sent',
  },
  check: {
    url: api.verifyLinkOtp,
    summary: 'Confirm a link with the code that was sent',
    call: confirmLink,
    done: 'linkAnswers.confirmed',
  },
}

const pausedCalls: CodeCalls = {
  send: {
    url: api.pausedOtp,
    summary: 'Send a code to the phone that a kept registration verified',
    call: sendPausedCode,
    done: 'laterAnswers.codeSent',
  },
  check: {
    url: api.resumeRegistration,
    summary: 'Continue a kept registration with the code that was sent',
    call: resumeRegistration,
    done: 'laterAnswers.resumed',
  },
}

/** The calls with which somebody continues a registration later, on any device. */
function pauseRoutes(server: ApiServer, app: App): void {
  const limit = limitLinks(app.limit, 'paused')
  server.route({
    method: 'POST',
    url: api.pauseRegistration,
    schema: {
      summary: 'Keep a registration for a week, and mail the link that continues it',
      tags,
      body: pauseRequest,
      response: { 200: pauseResponse, ...refusals },
    },
    preHandler: app.limit('pause').preHandler,
    async handler(request, reply) {
      const visitor = await app.sessions.read(request)
      const pause = { ...request.body, language: requestedLanguage(request) }
      await pauseRegistration(app, visitor, pause)
      return reply.send({ message: answerIn(reply, 'laterAnswers.sent') })
    },
  })
  codeRoutes(server, app, limit, pausedCalls)
}
