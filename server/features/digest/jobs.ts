import type { App } from '#server/context.ts'
import * as z from 'zod/mini'
import { mailKind } from '#server/features/mails/mail.ts'
import { codeBudget } from '#server/features/onboarding/identity/code-limits.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { lastUntil, noteDigest, tallyOf, type Span, type Counters } from './store.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffPages } from '#contract/paths.ts'
import { kindOfReference } from '#contract/schemas/staff-records.ts'
import { atDesk } from '#server/platform/mail-text.ts'
import { inIndia } from '#server/platform/time-text.ts'

/** Sends the day's digest to the agency's inbox, with the state of the records at that time. Times are ISO instants. */
export const sendDigest = mailKind({
  name: 'digest.notify-staff',
  record: null,
  payload: z.object({ since: z.string(), until: z.string() }),
  write: async (app, { since, until }) => {
    const span = { since: Date.parse(since), until: Date.parse(until) }
    const { publicUrl } = app.config
    return digestMail(span, {
      counters: await tallyOf(app.db, span),
      codes: await codeBudget(app),
      publicUrl,
    })
  },
})

/**
 * Enqueues the digest once a day from `at` on (minutes after midnight in India); may be called often and by many
 * processes. The first call only starts the series, since no period has ended yet.
 */
export async function askForDigest({ db, clock }: App, at: number): Promise<void> {
  const now = clock.now()
  const until = lastTimeAt(at, now)
  await db.transaction().execute(async (trx) => {
    const since = await lastUntil(trx)
    if (since !== undefined && since >= until) return
    if (!(await noteDigest(trx, until)) || since === undefined) return
    const payload = { since: new Date(since).toISOString(), until: new Date(until).toISOString() }
    await enqueue(trx, sendDigest, [{ payload, now }])
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India is this far ahead of UTC, all year. */
const INDIA_MS = 330 * MINUTE_MS

/** Returns the latest time (milliseconds), not after `now`, when clocks in India showed `at` minutes after midnight. */
export function lastTimeAt(at: number, now: number): number {
  const after = at * MINUTE_MS - INDIA_MS
  return Math.floor((now - after) / DAY_MS) * DAY_MS + after
}

/** How many of a day's SMS codes were not entered. */
interface CodeBudget {
  used: number
  points: number
}

/** Lines of one list at most; the rest is counted. */
const LISTED = 50

/** Returns the daily digest: counts and ids, nothing personal. It is also sent for a day on which nothing happened. */
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

function mandateLine(publicUrl: string, name: string): string {
  // A mandate without a record has only a transaction id, and no page at the desk.
  if (kindOfReference(name) === undefined) return `${name}: of no registration; the gateway knows it`
  return `${name}: ${atDesk(publicUrl, 'executives', { reference: name }).address}`
}

function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - LISTED
  const shown = lines.slice(0, LISTED).map((line) => `    ${line}`)
  return ['', heading, ...shown, ...(rest > 0 ? [`    and ${rest} more`] : [])]
}
