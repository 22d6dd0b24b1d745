import * as z from 'zod/mini'
import { addressIn, type Language } from '#contract/messages/languages.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import { recordPages } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { handle, type JobHandler, type JobKind, type JobOutcome } from '#server/platform/jobs/job.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Mail, MailOutcome, MailPort } from '#server/providers/mail/port.ts'
import { type Executive, findExecutive } from './store.ts'
import { writtenIn } from '#server/platform/language.ts'
import { atDesk, inIndia, oneLine, readsLine } from '#server/platform/message-text.ts'
import { personMail } from '#server/platform/person-mail.ts'

/** Thirty attempts cover half a day without a mail server. */
const maxAttempts = 30

export const notifyPerson: JobKind<{ executiveId: string }> = {
  name: 'registrations.tell-person',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts,
}

export const notifyAgency: JobKind<{ executiveId: string }> = {
  name: 'registrations.tell-agency',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts,
}

export const notifyFailure: JobKind<{ executiveId: string; mandateId: string }> = {
  name: 'registrations.tell-failure',
  payload: z.object({ executiveId: z.string(), mandateId: z.string() }),
  maxAttempts,
}

export interface NotifyDeps {
  db: Db
  cipher: FieldCipher
  mail: MailPort
  inbox: string
  publicUrl: string
  /** Those of the site. */
  languages: readonly Language[]
  recordLinks: RecordLinks
}

/** Where the links of mails to a person lead. */
const pagesOfMails = { welcome: recordPages.signAgreement, mandateFailed: recordPages.mandateFailure }

/** The handlers of all mails about a registration; a job whose person was erased meanwhile is done. */
export function registrationHandlers(deps: NotifyDeps): JobHandler[] {
  const { db, cipher, mail, inbox, publicUrl, recordLinks, languages } = deps
  const find = (id: string) => findExecutive(db, cipher, id)
  const write = async (
    name: 'welcome' | 'mandateFailed',
    { id, name: person, language: reads }: Executive,
  ) => {
    const language = writtenIn(reads, languages)
    const page = addressIn(language, pagesOfMails[name])
    const link = publicUrl + page + (await recordLinks.tokenOf(id))
    return personMail(name, { name: person, link }, language)
  }
  return [
    handle(notifyPerson, async ({ executiveId }, jobId) => {
      const person = await find(executiveId)
      if (!person) return { done: true }
      return toPerson(await mail.send({ id: jobId, to: person.email, ...(await write('welcome', person)) }))
    }),
    handle(notifyAgency, async ({ executiveId }, jobId) => {
      const person = await find(executiveId)
      const mandate = person && (await findMandate(db, cipher, { id: person.mandate_id }))
      if (!person || !mandate) return { done: true }
      const sent = await mail.send({ id: jobId, to: inbox, ...agencyMail(person, mandate, publicUrl) })
      return sent.sent ? { done: true } : { done: false, failure: `mail: ${sent.reason}` }
    }),
    handle(notifyFailure, async ({ executiveId, mandateId }, jobId) => {
      const person = await find(executiveId)
      const mandate = await findMandate(db, cipher, { id: mandateId })
      // Set up after all, or replaced: nothing to tell.
      const isSettled = person?.mandate_id !== mandateId || !mandate || !isFailed(mandate)
      if (!person || isSettled) return { done: true }
      return toPerson(
        await mail.send({ id: jobId, to: person.email, ...(await write('mandateFailed', person)) }),
      )
    }),
  ]
}

function isFailed({ status }: Mandate): boolean {
  return registrationStatus(status) === 'Failed'
}

/** An address that a mail server refused would be refused again. */
function toPerson(outcome: MailOutcome): JobOutcome {
  if (outcome.sent) return { done: true }
  return { done: false, failure: `mail: ${outcome.reason}`, permanent: outcome.reason === 'refused' }
}

const mandateStatus = {
  Initiated: 'taken up by the bank, not confirmed yet',
  Success: 'set up',
  Failed: 'failed',
}

/** To staff, of a new registration; everything else they need stays on the server. */
function agencyMail(person: Executive, mandate: Mandate, publicUrl: string): Pick<Mail, 'subject' | 'text'> {
  const name = oneLine(person.name)
  const { reference, address } = atDesk(publicUrl, 'executives', person)
  return {
    subject: `New registration from ${name}`,
    text: [
      'An executive registered on the website.',
      '',
      `Name:        ${name}`,
      `Registered:  ${inIndia.format(person.created_at)} IST`,
      `Mandate:     ${mandateStatus[registrationStatus(mandate.status)]}`,
      `Transaction: ${mandate.transactionId}`,
      `Reference:   ${reference}`,
      ...readsLine(person.language),
      '',
      'This registration at the desk, where the gateway can be asked how the mandate stands:',
      `    ${address}`,
    ].join('\n'),
  }
}
