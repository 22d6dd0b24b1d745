import { registrationStatus } from '#contract/schemas/mandates.ts'
import type { Mandate } from '#server/features/onboarding/mandate/service.ts'
import { inIndia, oneLine, opsCommand } from '#server/platform/message-text.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import type { Executive } from './store.ts'

type Words = Pick<Mail, 'subject' | 'text'>

const linkCare = 'The link is yours alone: whoever has it can open your record. Please do not pass it on.'

/** The words that tell a person of their registration, with the link to sign. */
export function welcomeMail(person: Executive, link: string): Words {
  return {
    subject: 'Your registration, and your agreement',
    text: [
      `Dear ${oneLine(person.name)},`,
      '',
      'Your registration has reached us. The last step is your agreement: please read and accept it, now or later, here:',
      '',
      link,
      '',
      linkCare,
      'If you have accepted it already, there is nothing left to do.',
    ].join('\n'),
  }
}

/** The words that tell a person that their mandate failed, with the link to try again. */
export function failureMail(person: Executive, link: string): Words {
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
      linkCare,
    ].join('\n'),
  }
}

const standing = { Initiated: 'taken up by the bank, not confirmed yet', Success: 'set up', Failed: 'failed' }

/** The words that tell staff of a registration; what they need beyond it stays on the server. */
export function agencyMail(person: Executive, mandate: Mandate): Words {
  const name = oneLine(person.name)
  return {
    subject: `New registration from ${name}`,
    text: [
      'An executive registered on the website.',
      '',
      `Name:        ${name}`,
      `Registered:  ${inIndia.format(person.created_at)} IST`,
      `Mandate:     ${standing[registrationStatus(mandate.status)]}`,
      `Transaction: ${mandate.transactionId}`,
      `Reference:   ${person.reference}`,
      '',
      'This registration and those after it, and what the bank says of the mandate now:',
      `    ${opsCommand('export', 'executives', '--since', new Date(person.created_at).toISOString())}`,
      `    ${opsCommand('mandate', mandate.transactionId, '--refresh')}`,
    ].join('\n'),
  }
}
