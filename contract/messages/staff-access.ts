/** The roles at the desk. */
export const roleNames = { viewer: 'Viewer', recruiter: 'Recruiter', owner: 'Owner' } as const

/** Sentences of the desk's calls that let people in and out. */
export const accessMessages = {
  linkOver: 'This enrolment link was used already or has expired. Ask an owner for a new one.',
  ceremonyOver: 'That took too long, or was begun in another window. Please try again.',
  notAccepted: 'This passkey was not accepted.',
  copied:
    'This passkey was refused because a copy of it seems to be in use. Ask an owner for a new enrolment link.',
  notResident: 'This device cannot keep a passkey that signs you in by itself. Please use another one.',
  lastPasskey: 'This is your only passkey. Add another before you remove it.',
  lastOwner: 'At least one owner must stay. Make somebody else an owner first.',
  emailTaken: 'Somebody with this e-mail is on the list already.',
  isDisabled: 'This person is disabled. Enable them first.',
} as const

/** The mail to a colleague for whom somebody made a new enrolment link; the link itself is handed over. */
export const newLinkMail = {
  subject: 'A new enrolment link for you at the staff desk',
  text: (by: string, when: string) =>
    `${by} made a new enrolment link for you on ${when}. Whoever opens it within 30 minutes creates a passkey in the place of yours, and your sessions end.\n\nIf you asked for it, ${by} hands it over to you, and there is nothing else to do. If you did not ask for it, tell an owner of the desk at once.`,
} as const
