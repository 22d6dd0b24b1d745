import type { MailKind } from '#server/features/mails/mail.ts'
import { notifyClockJump, PAUSE_MS } from '#server/platform/clock-watch.ts'
import { inIndia } from '#server/platform/time-text.ts'

/** Tells staff that the clock jumped and deletion is paused. */
export const clockJumpMail: MailKind<{ from: string; to: string }> = {
  ...notifyClockJump,
  write: async (_, { from, to }) => {
    const text = [
      "The site's server was off for more than a day, or its clock jumped by that much.",
      '',
      `Last seen:  ${inIndia.format(Date.parse(from))}`,
      `Then:       ${inIndia.format(Date.parse(to))}`,
      '',
      'In case the clock is wrong, nothing is deleted by time for 48 hours: no record past its period, no stored file, no',
      'key of a backup. Everything else goes on: reminders are sent, and vacancies close on their last day.',
      '',
      'If the server was only switched off, there is nothing to do: deletion goes on by itself',
      `after ${inIndia.format(Date.parse(to) + PAUSE_MS)}. An owner can let it go on earlier: at the desk,`,
      'under Privacy, press "The clock is right".',
      '',
      'If the time after "Then" is not the time at which you get this mail, please have the clock of the server set right',
      'before those 48 hours have passed.',
    ]
    const subject = 'The server was off, or its clock jumped: deletion pauses for 48 hours'
    return { subject, text: `${text.join('\n')}\n` }
  },
}
