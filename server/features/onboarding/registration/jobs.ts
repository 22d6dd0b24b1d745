import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { serviceFee } from '#contract/messages/with-values.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import { namesIn } from '#contract/schemas/agency.ts'
import { continueFragment, pages, recordPages } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { ownPageOf } from '#server/features/records/link-store.ts'
import { say, writtenIn } from '#server/platform/requested-language.ts'
import {
  atDesk,
  inIndia,
  oneLine,
  personMail,
  readsLine,
  timeInIndia,
} from '#server/platform/message-text.ts'
import { findPausedById } from './pause-store.ts'
import { type Executive, findExecutive, findRegistration, type Registration } from './store.ts'

/** Thirty attempts cover half a day without a mail server. */
const maxAttempts = 30

export const notifyPerson: JobKind<{ executiveId: string }> = {
  name: 'registrations.notify-person',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts,
}

export const notifyAgency: JobKind<{ executiveId: string }> = {
  name: 'registrations.notify-agency',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts,
}

export const notifyFailure: JobKind<{ executiveId: string; mandateId: string }> = {
  name: 'registrations.notify-failure',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string(), mandateId: z.string() }),
  maxAttempts,
}

export const notifyPaused: JobKind<{ pausedId: string }> = {
  name: 'registrations.notify-paused',
  record: null,
  payload: z.object({ pausedId: z.string() }),
  maxAttempts,
}

const pagesOfMails = { welcome: recordPages.signAgreement, mandateFailed: recordPages.mandateFailure }

/** The handlers of all mails about a registration; a job whose person was erased meanwhile is done. */
export function registrationHandlers(app: App): JobHandler[] {
  const { db, cipher, clock, mail, config, recordLinks } = app
  const { agency, agencyInbox, publicUrl, languages } = config
  const find = (id: string) => findExecutive(db, cipher, id)
  const toPerson = async (jobId: string, person: Executive, mailName: keyof typeof pagesOfMails) => {
    const language = writtenIn(person.language, languages)
    const link =
      publicUrl + addressIn(language, pagesOfMails[mailName]) + (await recordLinks.tokenOf(person.id))
    const page = await ownPageOf(app, person)
    const fee = say(serviceFee(agency), language)
    const written = personMail(
      mailName,
      { name: person.name, link, page, fee, agency: namesIn(agency, language).name },
      language,
    )
    return mailed(await mail.send({ id: jobId, to: person.email, ...written }), 'person')
  }
  return [
    handle(notifyPerson, async ({ executiveId }, jobId) => {
      const person = await find(executiveId)
      if (!person) return { done: true }
      return toPerson(jobId, person, 'welcome')
    }),
    handle(notifyAgency, async ({ executiveId }, jobId) => {
      const found = await findRegistration(db, cipher, executiveId)
      if (!found) return { done: true }
      const sent = await mail.send({ id: jobId, to: agencyInbox, ...agencyMail(found, publicUrl) })
      return mailed(sent, 'agency')
    }),
    handle(notifyFailure, async ({ executiveId, mandateId }, jobId) => {
      const person = await find(executiveId)
      const mandate = await findMandate(db, cipher, { id: mandateId })
      // Set up after all, or replaced: nothing to tell.
      const isSettled = person?.mandateId !== mandateId || !mandate || !isFailed(mandate)
      if (!person || isSettled) return { done: true }
      return toPerson(jobId, person, 'mandateFailed')
    }),
    handle(notifyPaused, async ({ pausedId }, jobId) => {
      const paused = await findPausedById(db, cipher, { id: pausedId, now: clock.now() })
      // Used, replaced or over.
      if (!paused) return { done: true }
      const language = writtenIn(paused.language, languages)
      const values = {
        name: paused.visitor.aadhaar?.person.full_name ?? '',
        until: timeInIndia(paused.endsAt, language),
        link: `${publicUrl}${addressIn(language, pages.register)}${continueFragment}${paused.token}`,
        agency: namesIn(agency, language).name,
      }
      const written = personMail('continueLater', values, language)
      return mailed(await mail.send({ id: jobId, to: paused.email, ...written }), 'person')
    }),
  ]
}

function isFailed({ status }: Mandate): boolean {
  return registrationStatus(status) === 'Failed'
}

const mandateStatus = {
  Initiated: 'taken up by the bank, not confirmed yet',
  Success: 'set up',
  Failed: 'failed',
}

/** To staff, of a new registration; everything else they need stays on the server. */
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
