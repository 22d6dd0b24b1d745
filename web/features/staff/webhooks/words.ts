import { counted } from '#contract/messages/languages.ts'

/** The events that an endpoint can receive, by type. */
export const eventNames = {
  'record.received': 'Received',
  'record.status_changed': 'Status changed',
  'mandate.active': 'Mandate active',
  'mandate.failed': 'Mandate failed',
  'agreement.signed': 'Agreement signed',
  'vacancy.published': 'Vacancy published',
  'vacancy.closed': 'Vacancy closed',
  'application.stage_changed': 'Stage at a vacancy changed',
} as const

export const deliveryStates = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
  stopped: 'Stopped',
} as const

export const webhookWords = {
  lead: 'Other tools, such as n8n or Odoo, are told of changes here. They get a reference and a link to the desk, and nothing personal.',
  none: 'No address is told of changes yet.',
  secret: 'This is the secret of the endpoint. Copy it now: it is not shown again.',
  add: 'Add an endpoint',
  addButton: 'Add',
  address: 'Address',
  addressHint: 'Begins with https://',
  events: 'Events',
  rotate: 'Rotate the secret',
  disable: 'Disable',
  enable: 'Enable',
  delete: 'Delete',
  sureToDelete: 'Delete it with its log',
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was delivered yet.',
  again: 'Send again',
  more: 'Show more',
  rotating: (until: string) => `Until ${until} the secret before signs as well.`,
  disabledSince: {
    staff: (since: string) => `Disabled since ${since}.`,
    gone: (since: string) => `Disabled since ${since}, because it answered that it is gone (410).`,
  },
  attempts: (count: number, outcome: string) =>
    `${counted(count, 'attempt')}${outcome && `, last: ${outcome}`}`,
} as const
