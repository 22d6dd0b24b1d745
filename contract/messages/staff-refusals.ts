// What schemas of the desk's calls say, which every screen has; the words of a screen stand in its own file.

/** Of people's requests. */
export const privacyMessages = {
  value: 'Enter an e-mail address, a phone number or a reference',
  email: 'Enter an e-mail address',
  phone: 'Enter a phone number of 10 digits',
  unknown: 'No record has that reference.',
  otherNow: 'What would go has changed since it was shown. Please look again.',
  noRecord: 'No record was chosen: an e-mail or a phone alone includes none.',
  notRelated: 'A record that you added is not related any more. Please look again.',
} as const

/** Of webhooks. */
export const webhookMessages = {
  fields: {
    url: 'Enter an address that begins with https:// and has at most 2,000 characters',
    publicUrl:
      'Enter an https address on the public internet, without a user name, a password or a part after #',
    events: 'Choose at least one event',
  },
  unknownEndpoint: 'There is no such endpoint.',
  unknownDelivery: 'There is no such delivery.',
  disabledEndpoint: 'This endpoint is disabled. Enable it first, then send again.',
  tooMany: 'There are 20 enabled endpoints already. Disable or delete one of them first.',
} as const
