import type { Agency } from '#contract/schemas/agency.ts'
import { inIndia, oneLine, opsCommand } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'

type MailText = Pick<Mail, 'subject' | 'text'>

/** What both mails say of an accepted agreement. */
export interface AcceptedAgreement {
  reference: string
  name: string
  acceptedAt: number
  agency: Agency
}

/** To the person, with the signed document attached and how to reach the agency. */
export function personMail({ reference, name, acceptedAt, agency }: AcceptedAgreement): MailText {
  return {
    subject: `Your signed agreement ${reference}`,
    text: [
      `Dear ${oneLine(name)},`,
      '',
      `You accepted your agreement ${reference} on ${inIndia.format(acceptedAt)} IST. Thank you.`,
      'The signed document is attached: please keep it. The agency’s seal on it shows any later change to the file.',
      '',
      'If you did not accept it, or have a question, please reach us:',
      `    E-mail:   ${agency.email}`,
      `    Payments: ${agency.supportEmail}`,
      `    Privacy:  ${agency.privacyEmail}`,
      `    Post:     ${agency.street}, ${agency.city} ${agency.pincode}, ${agency.state}, India`,
    ].join('\n'),
  }
}

/** To the agency, with the same document. */
export function agencyMail({ reference, name, acceptedAt }: AcceptedAgreement, record: string): MailText {
  return {
    subject: `Agreement ${reference} signed by ${oneLine(name)}`,
    text: [
      'An executive accepted the agreement on the website. The sealed document is attached.',
      '',
      `Name:      ${oneLine(name)}`,
      `Accepted:  ${inIndia.format(acceptedAt)} IST`,
      `Agreement: ${reference}`,
      `Reference: ${record}`,
      '',
      'To check the document and what led to it:',
      `    ${opsCommand('verify-agreement', record)}`,
    ].join('\n'),
  }
}
