import { counted } from '#contract/messages/languages.ts'

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

export const accountWords = {
  passkeys: 'Your passkeys',
  onlyOne:
    'Add a second passkey, on another device or a security key, so that losing this one does not lock you out.',
  add: 'Add a passkey',
  name: 'Name of the passkey',
  rename: (name: string) => `Rename ${name}`,
  save: 'Save',
  remove: (name: string) => `Remove ${name}`,
  removing: 'Removing a passkey ends the sessions that were signed in with it.',
  created: (when: string) => `Created ${when}`,
  used: (when: string) => `last used ${when}`,
  backedUp: 'copied to your other devices',
  sessions: 'Your sessions',
  isCurrent: 'this one',
  since: (when: string) => `Since ${when}`,
  linkFrom: (name: string) => `By a link from ${name}`,
  end: (browser: string) => `End the session in ${browser}`,
} as const

export const peopleWords = {
  inviteTitle: 'Invite somebody',
  inviteText: 'You get a link to hand over yourself. It works once, for 30 minutes.',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  chooseRole: 'Choose a role',
  invite: 'Invite',
  link: (name: string) => `Enrolment link for ${name}`,
  linkHint: 'It is shown only now. Whoever opens it first enrols, so give it to this person alone.',
  copy: 'Copy',
  copied: 'Copied',
  list: 'Everybody at the desk',
  states: { active: 'Active', invited: 'Not enrolled yet', disabled: 'Disabled' },
  counts: (passkeys: number, sessions: number) =>
    `${counted(passkeys, 'passkey')}, ${counted(sessions, 'session')}`,
  roleOf: (name: string) => `Role of ${name}`,
  saveRole: 'Save role',
  newLink: 'New link',
  disable: 'Disable',
  confirmDisable: (name: string) => `Disable ${name} now`,
  enable: 'Enable',
  endSessions: 'End sessions',
  actionFor: (action: string, name: string) => `${action}: ${name}`,
} as const
