/** What the Privacy screen says, and its answers. */
export const privacyMessages = {
  value: 'Enter an e-mail address, a phone number or a reference',
  email: 'Enter an e-mail address',
  phone: 'Enter a phone number of 10 digits',
  unknown: 'No record has that reference.',
  otherNow: 'What would go has changed since it was shown. Please look again.',
} as const
