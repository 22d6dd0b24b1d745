import { expect, test } from 'vitest'
import { noSessionState, type Facts } from './session-state.ts'
import { furthestBegun, nearestOpen } from './step-order.ts'
import { steps } from './steps.ts'

const registered: Facts = { ...noSessionState, registration: { _id: 'a', agreement_url: '/a' } }

test.each([
  ['nothing is done', noSessionState, false, [1, 1, 1]],
  ['step 1 is done', noSessionState, true, [1, 2, 2]],
  ['the person is registered', registered, true, [2, 2, 3]],
])('when %s, each step that is asked for leads to one that is open', (_, facts, identityDone, shown) => {
  expect([1, 2, 3].map((wanted) => nearestOpen(steps, wanted, { facts, identityDone }))).toEqual(shown)
})

test('whoever comes back goes on at the furthest step they began', () => {
  const mandate = { status: 'created' } as Facts['mandate']
  const begun = (facts: Facts) => furthestBegun(steps, { facts, identityDone: false })
  expect(begun(noSessionState)).toBe(1)
  expect(begun({ ...noSessionState, mandate })).toBe(2)
  expect(begun({ ...registered, mandate })).toBe(3)
})
