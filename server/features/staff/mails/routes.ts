import { mailMessages } from '#contract/messages/staff-mails.ts'
import { mailAccepted, mailDraft, mailPreview, mailRequest } from '#contract/schemas/staff-mails.ts'
import type { LimitedDeps } from '#server/features/staff/desk-limits.ts'
import { byRecord, deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { type MailDeps, previewMail, sendMail } from './service.ts'

/** Mails from templates to a record's person: first to be seen, then to be sent. */
export function mailRoutes(app: ApiServer, deps: MailDeps & LimitedDeps): void {
  const route = deskRoutes(app, 'Records')
  route('POST /records/:kind/:reference/mails/preview', 'records.mail', {
    summary: 'A mail as it would go to the person',
    params: byRecord,
    body: mailDraft,
    answer: mailPreview,
    run: ({ params, body }) => previewMail(deps, params, body),
  })
  route('POST /records/:kind/:reference/mails', 'records.mail', {
    summary: 'Send a mail to the person; one of the same id goes once',
    params: byRecord,
    body: mailRequest,
    answer: mailAccepted,
    status: 202,
    errors: ['rate_limited'],
    run: async ({ params, body, staff }) =>
      (await sendMail(deps, params, { ...body, staffId: staff.id })) ?? { message: mailMessages.sent },
  })
}
