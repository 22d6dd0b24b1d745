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
