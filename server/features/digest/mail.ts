import { todayInIndia } from '#contract/dates.ts'
import { staffPages } from '#contract/paths.ts'
import { kindOfReference } from '#contract/schemas/staff-records.ts'
import { atDesk, inIndia } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import type { Span, Counters } from './store.ts'

/** How many of a day's codes by SMS were not entered. */
export interface CodeBudget {
  used: number
  points: number
}

/** Lines of one list at most; the rest is counted. */
const LISTED = 50

/** The words of the daily digest: counts and ids, nothing of any person. It is also sent for a day on which nothing happened. */
export function digestMail(
  { since, until }: Span,
  { counters, codes, publicUrl }: { counters: Counters; codes: CodeBudget; publicUrl: string },
): Pick<Mail, 'subject' | 'text'> {
  const { enquiries, suspects, applications, registrations, failed, givenUp, retried } = counters
  const day = todayInIndia(until)
  const needsLook = failed.length + givenUp.length > 0
  return {
    subject: `Daily digest ${day}${needsLook ? ': something needs a look' : ''}`,
    text: [
      `What came in from ${inIndia.format(since)} to ${inIndia.format(until)} IST.`,
      '',
      `New enquiries:     ${enquiries}${suspects > 0 ? `, of which ${suspects} marked as suspect` : ''}`,
      `New applications:  ${applications}`,
      `New registrations: ${registrations}`,
      `Failed mandates:   ${failed.length}`,
      `Mail given up:     ${givenUp.length}`,
      `Mail being tried:  ${retried}`,
      `Codes by SMS:      ${codes.used} not entered, of the ${codes.points} that a day may take`,
      `Reference:         digest ${day}`,
      ...listed(
        'Mandates that failed; each person was sent a link to try again:',
        failed.map((name) => mandateLine(publicUrl, name)),
      ),
      ...listed(
        `Given up, so that nobody got it; ${publicUrl}${staffPages.home} has one tried again:`,
        givenUp.map(({ kind, failure }) => `${kind} (${failure})`),
      ),
      '',
      'At the desk:',
      ...[staffPages.home, staffPages.enquiries, staffPages.applications, staffPages.executives].map(
        (page) => `    ${publicUrl}${page}`,
      ),
    ].join('\n'),
  }
}

/** The words of what came in beyond the mails of a day. */
export function restMail(
  { since, until }: Span,
  { of, count, publicUrl }: { of: 'enquiries' | 'applications'; count: number; publicUrl: string },
): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `${count} more ${of}, not mailed one by one`,
    text: [
      `From ${inIndia.format(since)} to ${inIndia.format(until)} IST more ${of} came in than are mailed one by one`,
      `in a day (INBOX_DAILY_BUDGET). These ${count} are stored like all others. To read them:`,
      `    ${publicUrl}${staffPages[of]}`,
    ].join('\n'),
  }
}

function mandateLine(publicUrl: string, name: string): string {
  // One that no record names has a transaction alone, and no page of its own at the desk.
  if (kindOfReference(name) === undefined) return `${name}: of no registration; the gateway knows it`
  return `${name}: ${atDesk(publicUrl, 'executives', { reference: name }).address}`
}

function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - LISTED
  const shown = lines.slice(0, LISTED).map((line) => `    ${line}`)
  return ['', heading, ...shown, ...(rest > 0 ? [`    and ${rest} more`] : [])]
}
