import type { reminderCalls } from '#contract/calls/public-calls.ts'
import type { App } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { orRefuse, refused } from '#server/platform/http/http-errors.ts'
import { answerIn } from '#server/platform/requested-language.ts'
import { stopReminders } from './service.ts'

/** Opening the page changes nothing, since programs that look at mails open every link; its button does. */
export function reminderHandlers(app: App): Handlers<typeof reminderCalls> {
  return {
    async 'reminders.stop'({ reply, params: { token } }) {
      const unknown = refused({ code: 'not_found', message: 'linkAnswers.unknown' })
      orRefuse(await stopReminders(app, token), unknown)
      return { message: answerIn(reply, 'reminderAnswers.stopped') }
    },
  }
}
