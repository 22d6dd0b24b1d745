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

/** What is said on the screens that let people in. */
export const accessWords = {
  title: 'Staff desk',
  signInText: 'Your device asks for your fingerprint, your face or its PIN. There is no password.',
  signIn: 'Sign in with a passkey',
  tryDesk: 'Try the desk as its first owner',
  tryText: 'This is a sandbox on your own machine, and nobody has enrolled yet.',
  enrolTitle: (name: string) => `Welcome, ${name}`,
  enrolText: (replaces: boolean) =>
    replaces
      ? 'Create a passkey on this device to enrol. It takes the place of passkeys that you had before, and ends their sessions.'
      : 'Create a passkey on this device to enrol. Your fingerprint, face or PIN will open the desk.',
  enrol: 'Create a passkey',
  noLink: 'This address needs the whole enrolment link. Open the link that you were given again.',
  toSignIn: 'Go to sign-in',
  noPasskeys: 'This browser cannot use passkeys here. Use a current browser over https.',
  cancelled: 'No passkey was used. Please try again.',
  known: 'This device has a passkey of yours already.',
} as const

/** The mail to a colleague for whom somebody made a new enrolment link; the link itself is handed over. */
export const newLinkMail = {
  subject: 'A new enrolment link for you at the staff desk',
  text: (by: string, when: string) =>
    `${by} made a new enrolment link for you on ${when}. Whoever opens it within 30 minutes creates a passkey in the place of yours, and your sessions end.\n\nIf you asked for it, ${by} hands it over to you, and there is nothing else to do. If you did not ask for it, tell an owner of the desk at once.`,
} as const
