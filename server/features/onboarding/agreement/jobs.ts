import { addressIn, type Language } from '#contract/messages/languages.ts'
import { serviceFee } from '#contract/messages/with-values.ts'
import { recordPages } from '#contract/paths.ts'
import type { Agency } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobOutcome, mailed } from '#server/platform/jobs/job.ts'
import {
  inIndia,
  oneLine,
  opsCommand,
  type PersonMail,
  personMail,
  readsLine,
  timeInIndia,
} from '#server/platform/message-text.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import type { Mail, MailOutcome } from '#server/providers/mail/port.ts'
import {
  type Executive,
  findRegistration,
  type Registration,
} from '#server/features/onboarding/registration/store.ts'
import { say, writtenIn } from '#server/platform/requested-language.ts'
import type { AnnexData } from './document/agreement-data.ts'
import { drawForm, ensureForm, hasOpenAnnex, NotMade, notifyAnnex } from './document-service.ts'
import { sendAgreement, signAgreement, signAgreementPdf } from './signing-service.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { type Agreement, agreementsOf, findAgreement } from './store.ts'

/** The handlers of all jobs of an agreement; a job whose person was erased meanwhile is done. */
export function agreementHandlers(app: App): JobHandler[] {
  return [
    handle(drawForm, async ({ executiveId }) => {
      const record = await findRegistration(app.db, app.cipher, executiveId)
      return record ? orRetry(ensureForm(app, record)) : { done: true }
    }),
    handle(notifyAnnex, async ({ executiveId }, jobId) => {
      const record = await findRegistration(app.db, app.cipher, executiveId)
      const isOpen = await hasOpenAnnex(app.db, executiveId)
      return record && isOpen ? sendAnnexLink(app, record, jobId) : { done: true }
    }),
    handle(signAgreementPdf, ({ agreementId }) => orRetry(signAgreement(app, agreementId))),
    handle(sendAgreement, async ({ executiveId, agreementId, to }, jobId) => {
      const record = await findRegistration(app.db, app.cipher, executiveId)
      const agreement = await findAgreement(app.db, app.cipher, { id: agreementId })
      if (!record || !agreement?.signed) return { done: true }
      return mailed(await mailTo(app, { record, agreement, jobId, to }), to)
    }),
  ]
}

/** A mail of a replacement that failed meanwhile is not sent; the one that replaces it has a mail of its own. */
async function sendAnnexLink(
  { db, cipher, mail, config, recordLinks }: App,
  { person }: Registration,
  jobId: string,
): Promise<JobOutcome> {
  const { id } = person
  const language = writtenIn(person.language, config.languages)
  const [agreement] = await agreementsOf(db, cipher, id)
  const page = addressIn(language, recordPages.signAgreement)
  const link = config.publicUrl + page + (await recordLinks.tokenOf(id))
  const values = { name: person.name, link, agreement: agreement?.reference ?? '' }
  const written = personMail('annexToSign', values, language)
  return mailed(await mail.send({ id: jobId, to: person.email, ...written }), 'person')
}

/** What cannot be made or stored now is retried. */
async function orRetry(work: Promise<unknown>): Promise<JobOutcome> {
  try {
    await work
    return { done: true }
  } catch (error) {
    if (error instanceof NotMade) return { done: false, failure: `document: ${error.code}` }
    if (error instanceof FilesUnavailable) return { done: false, failure: 'files: unavailable' }
    throw error
  }
}

interface Sending {
  record: Registration
  agreement: Agreement
  jobId: string
  to: 'person' | 'agency'
}

async function mailTo(app: App, { agreement, ...sending }: Sending): Promise<MailOutcome> {
  const { form, signed, acceptedAt } = agreement
  if (!form || !signed || acceptedAt === null)
    throw new Error('an agreement must be signed before it is sent')
  const content = await readDocument(app, signed.file)
  const { reference, annex } = form.data
  const filename = `${agreement.kind}-${reference}.pdf`
  const attachments = [{ filename, contentType: 'application/pdf', content }]
  const { to, record, jobId: id } = sending
  const { person } = record
  const language = writtenIn(person.language, app.config.languages)
  const accepted = { person, language, acceptedAt, reference, annex, name: form.data.person.name }
  return app.mail.send(
    to === 'person'
      ? { id, to: person.email, ...personalMail(accepted, form.data.agency), attachments }
      : { id, to: app.config.agencyInbox, ...agencyMail(accepted), attachments },
  )
}

interface Accepted {
  person: Executive
  /** Of the mail to them. */
  language: Language
  acceptedAt: number
  /** Of the agreement, or of the annex. */
  reference: string
  annex: AnnexData | undefined
  /** Of the person, as they accepted it. */
  name: string
}

/** To the person, with the signed document attached and how to reach the agency. */
function personalMail(
  { language, acceptedAt, reference, annex, name }: Accepted,
  agency: Agency,
): PersonMail {
  const { email, supportEmail, privacyEmail, street, city, pincode, state } = agency
  const values = {
    ...{ reference, name, accepted: timeInIndia(acceptedAt, language) },
    ...{ email, supportEmail, privacyEmail, street, city, pincode, state },
  }
  if (!annex)
    return personMail('agreementSigned', { ...values, fee: say(serviceFee(agency), language) }, language)
  return personMail('annexSigned', { ...values, agreement: annex.agreement }, language)
}

/** To the agency, with the same document. */
function agencyMail({
  person,
  acceptedAt,
  reference,
  annex,
  name,
}: Accepted): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `${annex ? 'Annex' : 'Agreement'} ${reference} signed by ${oneLine(name)}`,
    text: [
      annex
        ? 'An executive accepted an annex to the agreement, for a mandate that replaced another one. The signed document is attached.'
        : 'An executive accepted the agreement on the website. The signed document is attached.',
      '',
      `Name:      ${oneLine(name)}`,
      `Accepted:  ${inIndia.format(acceptedAt)} IST`,
      ...(annex ? [`Annex:     ${reference}`] : []),
      `Agreement: ${annex?.agreement ?? reference}`,
      `Reference: ${person.reference}`,
      ...readsLine(person.language),
      '',
      'To check the document and what led to it:',
      `    ${opsCommand('verify-agreement', reference)}`,
    ].join('\n'),
  }
}
