import { expect, test } from 'vitest'
import { emptySession, type SessionState } from './session-state.ts'
import { furthestBegun, nearestOpen, steps } from './steps.tsx'

const registered: SessionState = { ...emptySession, registration: { _id: 'a', agreement_url: '/a' } }

test.each([
  ['nothing is done', emptySession, false, [1, 1, 1]],
  ['step 1 is done', emptySession, true, [1, 2, 2]],
  ['the person is registered', registered, true, [2, 2, 3]],
])('when %s, each step that is asked for leads to one that is open', (_, session, identityDone, shown) => {
  expect([1, 2, 3].map((wanted) => nearestOpen(steps, wanted, { session, identityDone }))).toEqual(shown)
})

test('whoever comes back goes on at the furthest step they began', () => {
  const mandate = { status: 'created' } as SessionState['mandate']
  const begun = (session: SessionState) => furthestBegun(steps, { session, identityDone: false })
  expect(begun(emptySession)).toBe(1)
  expect(begun({ ...emptySession, mandate })).toBe(2)
  expect(begun({ ...registered, mandate })).toBe(3)
})
