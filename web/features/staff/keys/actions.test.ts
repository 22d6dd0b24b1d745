import { expect, test } from 'vitest'
import { applicationStatuses } from '#contract/schemas/staff-records.ts'
import { mayMoveToInterview } from './actions.ts'

test('one key moves an active applicant to interview, also back from an offer, but nobody at a final status', () => {
  const moved = applicationStatuses.filter((status) => mayMoveToInterview({ reference: 'AP-7K3M9Q', status }))
  expect(moved).toEqual(['new', 'shortlisted', 'offered'])
  expect(mayMoveToInterview({ reference: 'EN-7K3M9Q', status: 'new' })).toBe(false)
})
