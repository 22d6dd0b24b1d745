import { expect, test } from 'vitest'
import { noFacts, type Facts } from './session-state.ts'
import { furthestBegun, nearestOpen } from './step-order.ts'
import { steps } from './steps.ts'

const registered: Facts = { ...noFacts, registration: { _id: 'a', agreement_url: '/a' } }

test.each([
  ['nothing is done', noFacts, false, [1, 1, 1]],
  ['step 1 is done', noFacts, true, [1, 2, 2]],
  ['the person is registered', registered, true, [2, 2, 3]],
])('when %s, each step that is asked for leads to one that is open', (_, facts, identityDone, shown) => {
  expect([1, 2, 3].map((wanted) => nearestOpen(steps, wanted, { facts, identityDone }))).toEqual(shown)
})

test('whoever comes back goes on at the furthest step they began', () => {
  const mandate = { status: 'created' } as Facts['mandate']
  const begun = (facts: Facts) => furthestBegun(steps, { facts, identityDone: false })
  expect(begun(noFacts)).toBe(1)
  expect(begun({ ...noFacts, mandate })).toBe(2)
  expect(begun({ ...registered, mandate })).toBe(3)
})
