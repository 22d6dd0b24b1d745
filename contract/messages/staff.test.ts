import { expect, it } from 'vitest'
import { peopleWords } from './staff-people.ts'
import { listWords } from './staff-lists.ts'
import { privacyWords } from './staff-privacy.ts'
import { auditDetail } from './staff-audit.ts'
import { jobName } from './staff-jobs.ts'
import { todayWords } from './staff-today.ts'
import { webhookWords } from './staff-webhooks.ts'

const { totals } = todayWords

it.each([
  [3, ['AP-1'], '3 changed, 1 left: somebody else changed it (AP-1).'],
  [0, ['AP-1', 'AP-2'], '0 changed, 2 left: somebody else changed them (AP-1, AP-2).'],
])('%i changed and %j left are said', (changed, left, said) => {
  expect(listWords.someLeft(changed, left)).toBe(said)
})

it.each<[words: (count: number) => string, none: string, one: string, many: string]>([
  [
    (count) => peopleWords.counts(count, count),
    '0 passkeys, 0 sessions',
    '1 passkey, 1 session',
    '2 passkeys, 2 sessions',
  ],
  [(count) => listWords.shown(count, true), '0 records shown.', '1 record shown.', 'All 2 records shown.'],
  [(count) => listWords.shown(count, false), '0 records shown.', '1 record shown.', '2 records shown.'],
  [totals.enquiries, '0 enquiries', '1 enquiry', '2 enquiries'],
  [privacyWords.erased, 'Erased: 0 rows and files.', 'Erased: 1 row or file.', 'Erased: 2 rows and files.'],
  [(count) => webhookWords.attempts(count, ''), '0 attempts', '1 attempt', '2 attempts'],
])('a number and its noun agree: $1', (words, ...said) => {
  expect([0, 1, 2].map(words)).toEqual(said)
})

it.each([
  ['registrations.tell-person', 'Mail to the person with their link'],
  ['clock.notify-staff', 'Mail to the office: the clock jumped'],
  ['webhooks.deliver', 'Telling another tool of a change'],
  ['a.kind-of-a-later-version', 'a.kind-of-a-later-version'],
])('a failed task of the kind %s is called «%s»', (kind, name) => {
  expect(jobName(kind)).toBe(name)
})

it.each<[detail: Record<string, string | number | boolean>, said: string[]]>([
  [{ level: 'B-B' }, ['Time of the signature: of the server’s clock']],
  [
    { list: 'applications', filters: 'status place references', rows: 2 },
    ['List: Applications', 'Filters: Status, Place, those that were selected', 'Rows: 2'],
  ],
  [
    { agreement: 'HjW1_nV3cQ', status: 'failed', source: 'callback' },
    ['Mandate: Failed', 'Said by: the gateway'],
  ],
  [{ files: true }, ['Stored files: yes']],
  [
    { search_tokens: 3, 'done jobs': 1 },
    ['Entries of the search: 3', 'Tasks that are done, such as mails: 1'],
  ],
  [{ of_a_later_version: 1 }, ['of_a_later_version: 1']],
])('of an entry of the audit log with %j is said %j', (detail, said) => {
  expect(auditDetail(detail)).toEqual(said)
})
