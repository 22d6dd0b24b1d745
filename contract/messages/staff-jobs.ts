/** Mails by the kind of their job. */
export const mailTexts: Record<string, string> = {
  'enquiries.notify-agency': 'Mail to the office about the enquiry',
  'enquiries.notify-person': 'Mail to the person: the enquiry was received',
  'careers.notify-agency': 'Mail to the office about the application',
  'careers.notify-person': 'Mail to the person: the application was received',
  'registrations.notify-person': 'Mail to the person with their link',
  'registrations.notify-agency': 'Mail to the office about the registration',
  'registrations.notify-failure': 'Mail to the person: the mandate failed',
  'agreements.send': 'Mail to the person with the signed agreement',
  'agreements.notify-annex': 'Mail to the person: an addition to the agreement (annex) to accept',
  'own.notify-agency': 'Mail to the office about what the person asked for on their page',
  'own.notify-earlier': 'Mail to the earlier address: another took its place',
  'reminders.agreement': 'Reminder to the person: the agreement is not accepted',
  'reminders.mandate': 'Reminder to the person: the mandate failed',
  'reminders.document': 'Reminder to the person: a document is missing',
}

/** The same of a mail that goes to the office too. */
export const mailToAgency: Record<string, string> = {
  'agreements.send': 'Mail to the office with the signed agreement',
}

/** Work in the background by the kind of its job. */
const jobNames: Record<string, string> = {
  ...mailTexts,
  'registrations.notify-paused': 'Mail to a person with a link to continue the registration',
  'own.notify-withdrawn': 'Mail to the person: they withdrew',
  'own.prove-email': 'Mail to a new address of the person, to confirm it',
  'own.notify-phone': 'Mail to the person: another phone is on record',
  'own.notify-taken-back': 'Mail to the person with a new link: their earlier phone is back',
  'careers.notify-owner': 'Mail to an applicant with a link to send another application',
  'mandates.notify-staff': 'Mail to the office about a mandate',
  'mandates.keep-one': 'Cancelling a second mandate of one person',
  'agreements.draw-form': 'Drawing up an agreement',
  'agreements.sign': 'Signing an agreement',
  'codes.notify-budget': 'Mail to the office: many codes were sent',
  'clock.notify-staff': 'Mail to the office: the clock jumped',
  'digest.notify-staff': 'Daily summary to the office',
  'digest.notify-rest': 'Summary to the office of a very busy day',
  'staff.mail-person': 'Mail from staff to a person',
  'staff.notify-link': 'Mail to a colleague about a new enrolment link',
  'webhooks.deliver': 'Telling another tool of a change',
  'sandbox.call-product': 'Answer of the sandbox’s bank',
}

/** What staff call such work. */
export function jobName(kind: string): string {
  return jobNames[kind] ?? kind
}
