import { notifyClockJump } from '#server/platform/clock-watch.ts'
import { handle, mailed, type JobHandler } from '#server/platform/jobs/job.ts'
import { inIndia, opsCommand } from '#server/platform/message-text.ts'
import type { App } from '#server/context.ts'

/** Mails staff that the clock jumped, and what is held back until somebody confirms it. */
export function notifyClockJumpHandler({ mail, config }: App): JobHandler {
  return handle(notifyClockJump, async ({ from, to }, jobId) => {
    const text = [
      "The clock of the site's server jumped by more than a day, or the server was off for that long.",
      '',
      `Last seen:  ${inIndia.format(Date.parse(from))}`,
      `Then:       ${inIndia.format(Date.parse(to))}`,
      '',
      'Nothing is deleted by time until somebody has confirmed the clock: no record past its period, no stored file, no key',
      'of a backup. No vacancy is closed and no reminder is sent either. Everything else works.',
      '',
      'Please have whoever keeps the server set the clock right if it is wrong. This command shows what would be deleted:',
      `  ${opsCommand('confirm-clock', '--dry-run')}`,
      'And this one lets deletion go on:',
      `  ${opsCommand('confirm-clock')}`,
    ]
    const subject = 'The clock of the server jumped: nothing is deleted until it is confirmed'
    return mailed(
      await mail.send({ id: jobId, to: config.agencyInbox, subject, text: `${text.join('\n')}\n` }),
      'agency',
    )
  })
}
