import { expect, it } from 'vitest'
import { auditDetail } from './staff-audit.ts'
import { jobName } from './staff-jobs.ts'

it.each([
  ['registrations.notify-person', 'Mail to the person with their link'],
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
