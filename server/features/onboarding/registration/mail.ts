import { registrationStatus } from '#contract/schemas/mandates.ts'
import type { Mandate } from '#server/features/onboarding/mandate/service.ts'
import { inIndia, oneLine, opsCommand } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import type { Executive } from './store.ts'

type MailText = Pick<Mail, 'subject' | 'text'>

const linkNotice = 'The link is yours alone: whoever has it can open your record. Please do not pass it on.'

/** To a person who registered, with the link to sign. */
export function welcomeMail(person: Executive, link: string): MailText {
  return {
    subject: 'Your registration, and your agreement',
    text: [
      `Dear ${oneLine(person.name)},`,
      '',
      'Your registration has reached us. The last step is your agreement: please read and accept it, now or later, here:',
      '',
      link,
      '',
      linkNotice,
      'If you have accepted it already, there is nothing left to do.',
    ].join('\n'),
  }
}

/** To a person whose mandate failed, with the link to try again. */
export function failureMail(person: Executive, link: string): MailText {
  return {
    subject: 'Your bank mandate was not set up',
    text: [
      `Dear ${oneLine(person.name)},`,
      '',
      'Your bank did not set up the mandate of your registration. Your registration itself is safe.',
      'Please check your bank details and try again here:',
      '',
      link,
      '',
      linkNotice,
    ].join('\n'),
  }
}

const mandateStatus = {
  Initiated: 'taken up by the bank, not confirmed yet',
  Success: 'set up',
  Failed: 'failed',
}

/** To staff, of a new registration; everything else they need stays on the server. */
export function agencyMail(person: Executive, mandate: Mandate): MailText {
  const name = oneLine(person.name)
  return {
    subject: `New registration from ${name}`,
    text: [
      'An executive registered on the website.',
      '',
      `Name:        ${name}`,
      `Registered:  ${inIndia.format(person.created_at)} IST`,
      `Mandate:     ${mandateStatus[registrationStatus(mandate.status)]}`,
      `Transaction: ${mandate.transactionId}`,
      `Reference:   ${person.reference}`,
      '',
      'This registration and those after it, and what the bank says of the mandate now:',
      `    ${opsCommand('export', 'executives', '--since', new Date(person.created_at).toISOString())}`,
      `    ${opsCommand('mandate', mandate.transactionId, '--refresh')}`,
    ].join('\n'),
  }
}
