import type { pageErrorCalls } from '#contract/calls/public-calls.ts'
import { withoutPersonal } from '#contract/errors.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { answerIn } from '#server/platform/requested-language.ts'

/** Receives reports of failed components: one line in the log, and nothing is stored. */
export const pageErrorHandlers: Handlers<typeof pageErrorCalls> = {
  async 'page.reportError'({ request, reply, body: { release, component, message } }) {
    request.log.warn({ release, component, fault: withoutPersonal(message) }, 'a component of a page failed')
    return { message: answerIn(reply, 'pageErrorMessages.noted') }
  },
}
