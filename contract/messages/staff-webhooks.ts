/** What the Webhooks screen says, and its answers. */
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
  tooMany: 'There are 20 endpoints already. Disable and change one of them instead.',
} as const
