import { mailMessages } from '#contract/messages/staff-mails.ts'
import type { App } from '#server/context.ts'
import type { DeskHandlers } from '#server/features/staff/desk-routes.ts'
import { previewMail, sendMail } from './service.ts'

/** Mails from templates to a record's person: first to be seen, then to be sent. */
export function mailHandlers(app: App) {
  return {
    'records.previewMail': ({ params, body }) => previewMail(app, params, body),
    'records.mail': async ({ params, body, staff }) =>
      (await sendMail(app, params, { ...body, staffId: staff.id })) ?? { message: mailMessages.sent },
  } satisfies Partial<DeskHandlers>
}
