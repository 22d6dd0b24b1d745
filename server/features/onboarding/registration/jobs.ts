import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { serviceFee } from '#contract/messages/with-values.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import { continueFragment, pages } from '#contract/paths.ts'
import { mailKind, mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { say, writtenIn } from '#server/platform/requested-language.ts'
import { atDesk, personMail, replyToAgency, readsLine } from '#server/platform/mail-text.ts'
import { inIndia, timeInIndia } from '#server/platform/time-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { findPausedById } from './pause-store.ts'
import { findRegistration, type Registration } from './store.ts'

/** Sends a person who registered the links of their agreement and of their own page. */
export const notifyPerson = mailToPerson({
  name: 'registrations.notify-person',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  write: async ({ link, mail, language }, _, { app }) =>
    mail('welcome', {
      link: await link('signAgreement'),
      page: await link('own'),
      fee: say(serviceFee(app.config.agency), language),
    }),
})

/** Tells staff of a new registration. */
export const notifyAgency = mailKind({
  name: 'registrations.notify-agency',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  write: async ({ db, cipher, config }, { executiveId }) => {
    const found = await findRegistration(db, cipher, executiveId)
    return found ? agencyMail(found, config.publicUrl) : notWanted
  },
})

/** Sends the link with which somebody continues later; dropped if it was used, replaced or has expired. */
export const notifyPaused = mailKind({
  name: 'registrations.notify-paused',
  record: null,
  payload: z.object({ pausedId: z.string() }),
  write: async ({ db, cipher, clock, config }, { pausedId: id }) => {
    const paused = await findPausedById(db, cipher, { id, now: clock.now() })
    if (!paused) return notWanted
    const language = writtenIn(paused.language, config.languages)
    const values = {
      name: paused.visitor.aadhaar?.person.full_name ?? '',
      until: timeInIndia(paused.endsAt, language),
      link: `${config.publicUrl}${addressIn(language, pages.register)}${continueFragment}${paused.token}`,
      agency: namesIn(config.agency, language).name,
    }
    const replyTo = replyToAgency(config.agency, language)
    return { to: paused.email, replyTo, ...personMail('continueLater', values, language) }
  },
})

const mandateStatus = {
  Initiated: 'taken up by the bank, not confirmed yet',
  Success: 'set up',
  Failed: 'failed',
}

/** Returns the mail to staff about a new registration; all other data stays on the server. */
function agencyMail({ person, mandate }: Registration, publicUrl: string): Pick<Mail, 'subject' | 'text'> {
  const name = oneLine(person.name)
  const { reference, address } = atDesk(publicUrl, 'executives', person)
  return {
    subject: `New registration from ${name}`,
    text: [
      'An executive registered on the website.',
      '',
      `Name:        ${name}`,
      `Registered:  ${inIndia.format(person.createdAt)} IST`,
      `Mandate:     ${mandateStatus[registrationStatus(mandate.status)]}`,
      `Transaction: ${mandate.transactionId}`,
      `Reference:   ${reference}`,
      ...readsLine(person.language),
      '',
      'This registration at the desk, where you can ask the gateway for the status of the mandate:',
      `    ${address}`,
    ].join('\n'),
  }
}
