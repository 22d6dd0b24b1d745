import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { recordPages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import { answerIn } from '#server/platform/requested-language.ts'
import { stopReminders } from './service.ts'

/**
 * The button on the page of a reminder's link. Opening the page changes nothing, since mail programs open every link.
 * No cookie is read: the token is the proof, and old browsers send no origin from a page without a referrer.
 */
export function reminderRoutes(server: ApiServer, app: App): void {
  const preHandler = app.limit('reminders-stop').preHandler
  for (const language of app.config.languages) {
    server.route({
      method: 'POST',
      url: `${addressIn(language, recordPages.reminders)}:token`,
      schema: { hide: true, params: z.object({ token: z.string() }) },
      config: { isOpenToOtherSites: true, formPage: { page: 'reminders', language } },
      preHandler,
      async handler(request, reply) {
        if (!(await stopReminders(app, request.params.token)))
          throw refused({ code: 'not_found', message: 'linkAnswers.unknown' })
        return reply.send({ message: answerIn(reply, 'reminderAnswers.stopped') })
      },
    })
  }
}
