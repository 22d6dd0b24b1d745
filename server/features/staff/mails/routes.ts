import * as z from 'zod/mini'
import { mailMessages } from '#contract/messages/staff-mails.ts'
import { staffApi } from '#contract/paths.ts'
import { mailAccepted, mailDraft, mailPreview, mailRequest } from '#contract/schemas/staff-mails.ts'
import { recordKind, reference } from '#contract/schemas/staff-records.ts'
import { staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendHttpError } from '#server/platform/http/http-errors.ts'
import { type MailDeps, previewMail, sendMail } from './service.ts'

const url = `${staffApi}/records/:kind/:reference/mails`
const params = z.object({ kind: recordKind, reference })
const config = { operation: 'records.mail' } as const
const tags = ['Records']

/** Mails from templates to a record's person: first to be seen, then to be sent (staff.md part 3.5). */
export function mailRoutes(app: ApiServer, deps: MailDeps): void {
  app.route({
    method: 'POST',
    url: `${url}/preview`,
    config,
    schema: {
      summary: 'A mail as it would go to the person',
      tags,
      params,
      body: mailDraft,
      response: { 200: mailPreview, ...staffErrors('invalid', 'not_found') },
    },
    async handler(request, reply) {
      const found = await previewMail(deps, request.params, request.body)
      return found.ok ? reply.send(found.preview) : sendHttpError(reply, found.refused)
    },
  })
  app.route({
    method: 'POST',
    url,
    config,
    schema: {
      summary: 'Send a mail to the person; one of the same id goes once',
      tags,
      params,
      body: mailRequest,
      response: { 202: mailAccepted, ...staffErrors('invalid', 'not_found') },
    },
    async handler(request, reply) {
      const sent = await sendMail(deps, request.params, { ...request.body, staffId: staffOf(request).id })
      if (!sent.ok) return sendHttpError(reply, sent.refused)
      return reply.code(202).send({ message: mailMessages.sent })
    },
  })
}
