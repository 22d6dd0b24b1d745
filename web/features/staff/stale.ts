import type { StaffCallName } from '#contract/calls/staff-calls.ts'

const account = ['me.passkeys', 'me.sessions'] as const
const people = ['staff.list', 'staff.colleagues'] as const
const vacancy = ['vacancies.list', 'vacancies.board', 'candidates.list', 'today.read'] as const
/** The status of an applicant may be a stage at a vacancy. */
const stages = [
  'candidates.list',
  'vacancies.board',
  'vacancies.list',
  'vacancies.read',
  'vacancies.closing',
] as const
const lists = ['records.list', 'records.counts', 'today.read', 'today.work', ...stages] as const

/**
 * Calls that answer the current record or vacancy, and the call that reads the same. So do their refusals of a change
 * with an outdated version.
 */
export const answersAs: Partial<Record<StaffCallName, 'records.read' | 'vacancies.read'>> = {
  'records.change': 'records.read',
  'records.note': 'records.read',
  'vacancies.create': 'vacancies.read',
  'vacancies.change': 'vacancies.read',
  'vacancies.publish': 'vacancies.read',
  'vacancies.extend': 'vacancies.read',
  'vacancies.close': 'vacancies.read',
}

/** What a call makes out of date: these answers are read again once the server has answered it. */
export const makesStale: Partial<Record<StaffCallName, readonly StaffCallName[]>> = {
  'me.addPasskey': account,
  'me.renamePasskey': account,
  'me.removePasskey': account,
  'me.endSession': account,
  'me.saveView': ['me.views'],
  'me.deleteView': ['me.views'],
  'staff.invite': people,
  'staff.inviteAgain': people,
  'staff.change': people,
  'staff.endSessions': people,
  'records.change': lists,
  'records.changeMany': [...lists, 'records.read'],
  'records.mail': [...lists, 'records.read'],
  // The timeline shows that somebody looked, or asked the bank.
  'records.contact': ['records.read'],
  'records.bank': ['records.read'],
  'records.link': ['records.read'],
  'records.meetRequest': ['records.read'],
  'mandates.refresh': ['records.read'],
  'jobs.retry': ['today.read'],
  'vacancies.create': vacancy,
  'vacancies.change': vacancy,
  'vacancies.publish': vacancy,
  'vacancies.extend': vacancy,
  'vacancies.close': [...lists, 'records.read'],
  'vacancies.remove': ['vacancies.list'],
  'candidates.add': [...lists, 'records.read'],
  'candidates.move': [...lists, 'records.read'],
  'privacy.subject': ['audit.read'],
  'privacy.endSessions': ['audit.read'],
  'privacy.endAllSessions': ['audit.read'],
  'privacy.confirmClock': ['privacy.retention', 'audit.read'],
  'webhooks.add': ['webhooks.list'],
  'webhooks.change': ['webhooks.list'],
  'webhooks.remove': ['webhooks.list'],
  'webhooks.rotate': ['webhooks.list'],
  'webhooks.sendAgain': ['webhooks.deliveries'],
}
