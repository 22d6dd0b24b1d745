import type { Language } from '#contract/messages/languages.ts'
import { serviceFee } from '#contract/messages/with-values.ts'
import type { Agency } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { type MailKind, mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { handle, type JobHandler, type JobOutcome } from '#server/platform/jobs/job.ts'
import { inIndia, timeInIndia } from '#server/platform/time-text.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { opsCommand, type PersonMail, personMail, readsLine } from '#server/platform/mail-text.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import {
  drawForm,
  hasOpenAnnex,
  notifyAnnex,
} from '#server/features/onboarding/person/next-agreement-service.ts'
import type { Executive } from '#server/features/onboarding/person/store.ts'
import { findRegistration } from '#server/features/onboarding/registration/store.ts'
import { say, writtenIn } from '#server/platform/requested-language.ts'
import type { AnnexData } from './document/agreement-data.ts'
import { ensureForm, NotMade } from './document-service.ts'
import { sendAgreement, signAgreement, signAgreementPdf } from './signing-service.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { agreementsOf, findAgreement } from './store.ts'

/** Returns the handlers of jobs that make and sign documents. A job whose person was erased meanwhile is done. */
export function documentHandlers(app: App): JobHandler[] {
  return [
    handle(drawForm, async ({ executiveId }) => {
      const record = await findRegistration(app.db, app.cipher, executiveId)
      return record ? orRetry(ensureForm(app, record)) : { done: true }
    }),
    handle(signAgreementPdf, ({ agreementId }) => orRetry(signAgreement(app, agreementId))),
  ]
}

/** Mails the link of an annex. Dropped if the replacement failed meanwhile, since the next annex has its own mail. */
export const annexMail = mailToPerson<{ executiveId: string }>({
  ...notifyAnnex,
  record: 'executiveId',
  write: async ({ link, mail }, { executiveId: id }, { app: { db, cipher } }) => {
    if (!(await hasOpenAnnex(db, id))) return notWanted
    const [agreement] = await agreementsOf(db, cipher, id)
    return mail('annexToSign', {
      link: await link('signAgreement'),
      agreement: agreement?.reference ?? '',
    })
  },
})

/** Mails the signed document to one of the two parties. */
export const agreementMail: MailKind<{ executiveId: string; agreementId: string; to: 'person' | 'agency' }> =
  {
    ...sendAgreement,
    write: async (app, { executiveId, agreementId, to }) => {
      const record = await findRegistration(app.db, app.cipher, executiveId)
      const agreement = await findAgreement(app.db, app.cipher, { id: agreementId })
      if (!record || !agreement?.signed) return notWanted
      const { form, signed, acceptedAt } = agreement
      if (!form || acceptedAt === null) throw new Error('an agreement must be accepted before it is sent')
      const { reference, annex } = form.data
      const filename = `${agreement.kind}-${reference}.pdf`
      const attachments = [
        { filename, contentType: 'application/pdf', content: await readDocument(app, signed.file) },
      ]
      const { person } = record
      const language = writtenIn(person.language, app.config.languages)
      const accepted = { person, language, acceptedAt, reference, annex, name: form.data.person.name }
      return to === 'person'
        ? { to: person.email, ...personalMail(accepted, form.data.agency), attachments }
        : { ...agencyMail(accepted), attachments }
    },
  }

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

interface Accepted {
  person: Executive
  /** Language of the mail. */
  language: Language
  acceptedAt: number
  /** Of the agreement or the annex. */
  reference: string
  annex: AnnexData | undefined
  /** The name with which the person accepted. */
  name: string
}

/** Returns the mail to the person, with the signed document and how to contact the agency. */
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

/** Returns the mail to the agency, with the same document. */
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
