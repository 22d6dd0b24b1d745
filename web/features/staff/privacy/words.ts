import { counted } from '#contract/messages/languages.ts'

/** What the Privacy screen says. */
export const privacyWords = {
  person: 'A person’s data',
  by: 'Named by',
  ways: { email: 'E-mail', phone: 'Phone', reference: 'Reference' },
  valueLabel: 'Value',
  find: 'Find the records',
  named: 'Included',
  noneNamed: 'None: an e-mail or a phone alone includes no record.',
  related: 'Related, not included',
  relatedLead:
    'Anybody may write any e-mail or phone into a form. Open each record and add it only if it is the same person’s.',
  noneRelated: 'No other record has the same e-mail or phone.',
  transaction: (transaction: string) => `Mandate of transaction ${transaction}`,
  add: (reference: string) => `Include ${reference}`,
  ownReference: 'To include it, name it by its own reference.',
  file: 'Save everything as one file',
  saved: 'The file was saved.',
  preview: 'Show what erasing would delete',
  would: 'Erasing this person would delete',
  mandate: (transaction: string) =>
    `The mandate of transaction ${transaction} is live: erasing does not cancel it; the gateway or the bank must.`,
  agreements: 'The person accepted an agreement: make sure that no law requires you to keep it.',
  erase: 'Erase this person',
  eraseSure: (names: string) => `Yes, erase ${names} for good`,
  erased: (rows: number) => `Erased: ${counted(rows, 'row or file', 'rows and files')}.`,
  filesLeft: (files: number) => `Left: ${counted(files, 'file')}, to be deleted within an hour.`,
  endSessions: 'End their sessions',
  sessionsLead:
    'Whoever’s sessions end must verify again. What was sent stays; a verification that was not used yet is lost.',
  sessions: 'Sessions of visitors',
  endAll: 'End all sessions',
  endAllSure: 'Yes, end everybody’s',
  ended: (sessions: number) => `${counted(sessions, 'session')} ended.`,
  retention: 'Due to be deleted',
  retentionLead: 'How much has been kept for as long as the privacy policy says. It is deleted once a day.',
  paused: (from: string, to: string, until: string) =>
    `The server was off, or its clock jumped from ${from} to ${to}. In case the clock is wrong, nothing is deleted until ${until}.`,
  clockRight: 'The clock is right',
  clockRightSure: 'Yes, delete again now',
  due: 'Deleted in the next 30 days',
  dueLead:
    'Enquiries and applications go a year after the last thing that happened with them: a mail, a status, a note, a stage, a change on their own page. What an open vacancy needs stays.',
  noneDue: 'None.',
  dueOn: (day: string) => `from ${day} on`,
  unreadableName: 'cannot be read',
  audit: 'Audit log',
  noEntries: 'The log has no entries yet.',
  more: 'Show more',
} as const
