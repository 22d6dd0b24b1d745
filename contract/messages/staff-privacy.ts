import { counted } from './languages.ts'

/** What the Privacy screen says, and its answers. */
export const privacyMessages = {
  value: 'Enter an e-mail address, a phone number or a reference',
  email: 'Enter an e-mail address',
  phone: 'Enter a phone number of 10 digits',
  unknown: 'No record has that reference.',
  otherNow: 'What would go has changed since it was shown. Please look again.',
} as const

export const privacyWords = {
  person: 'A person’s data',
  by: 'Named by',
  ways: { email: 'E-mail', phone: 'Phone', reference: 'Reference' },
  valueLabel: 'Value',
  file: 'Save everything as one file',
  saved: 'The file was saved.',
  preview: 'Show what erasing would delete',
  would: 'Erasing this person would delete',
  nothing: 'Nothing is stored about this person.',
  mandate: (transaction: string) =>
    `The mandate of transaction ${transaction} is live: erasing does not cancel it; the gateway or the bank must.`,
  agreements: 'The person accepted an agreement: make sure that no law requires you to keep it.',
  related: (rows: string) =>
    `Rows with another e-mail or phone, perhaps of another person: ${rows}. They stay.`,
  erase: 'Erase this person',
  erased: (rows: number) => `Erased: ${counted(rows, 'row or file', 'rows and files')}.`,
  filesLeft: (files: number) => `Left: ${counted(files, 'file')}, to be deleted within an hour.`,
  retention: 'Past their period',
  retentionLead: 'How much is past its period now. It is deleted once a day.',
  audit: 'Audit log',
  verify: 'Verify the log',
  whole: (entries: number, hash: string) =>
    `The log is whole: ${counted(entries, 'entry', 'entries')}. Keep this hash elsewhere: ${hash}`,
  broken: (fault: string) => `The log was altered: ${fault}.`,
  noEntries: 'The log has no entries yet.',
  more: 'Show more',
} as const
