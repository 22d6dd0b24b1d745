import { expect, test } from 'vitest'
import { applicationStatuses } from '#contract/schemas/staff-records.ts'
import { mayMoveToInterview } from './actions.ts'

test('one key moves to interview who is on the way there or back from an offer, and nobody of whom it is over', () => {
  const moved = applicationStatuses.filter((status) => mayMoveToInterview({ reference: 'AP-7K3M9Q', status }))
  expect(moved).toEqual(['new', 'shortlisted', 'offered'])
  expect(mayMoveToInterview({ reference: 'EN-7K3M9Q', status: 'new' })).toBe(false)
})
