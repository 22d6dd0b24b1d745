import { counted } from '#contract/messages/languages.ts'
import { type VacancyState } from '#contract/schemas/vacancies.ts'

/** The words around every screen of the desk. */
export const deskWords = {
  desk: 'Staff desk',
  skip: 'Skip to content',
  menu: 'Menu',
  screens: 'Screens',
  search: 'Search',
  searchHint: 'Name, phone or e-mail',
  searchHintOfViewer: 'Name or reference',
  signOut: 'Sign out',
  account: 'Your account',
  loading: 'Loading…',
  again: 'Try again',
  failed: 'The desk did not answer. Please try again.',
  denied: 'You do not have access to this',
  deniedMore: 'Your role does not include this screen. An owner can change your role under Staff.',
  unknown: 'There is nothing at this address',
  unknownMore: 'The record may have been erased, or the link may be incomplete.',
  toToday: 'Go to Today',
  offline: 'You are offline. Notes you write are kept here and sent when the connection is back.',
  cancel: 'Cancel',
  printed: (when: string) => `Printed on ${when}`,
} as const

/** The buttons that do what keys do, and the dialogs that they open. */
export const keyNames = { commands: 'Commands', keys: 'Keys' } as const

/** How long something has waited. */
export const formatWords = {
  lessThanHour: 'under 1 hour',
  hours: (count: number) => counted(count, 'hour'),
  days: (count: number) => counted(count, 'day'),
} as const

/** The dialog that asks for the passkey. */
export const stepUpWords = {
  title: 'Confirm that it is you',
  text: 'This needs your passkey once more. It then holds for ten minutes.',
  button: 'Use your passkey',
  failed: 'The passkey was not accepted. Please try again.',
} as const

export const vacancyStateNames: Record<VacancyState, string> = {
  draft: 'Draft',
  published: 'Published',
  closed: 'Closed',
}
