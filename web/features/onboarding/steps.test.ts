import { expect, test } from 'vitest'
import { stopOf } from './identity/identity-step.tsx'
import { emptySession, type SessionState } from './session-state.ts'
import { furthestBegun, nearestOpen, steps } from './steps.tsx'

const registered: SessionState = { ...emptySession, registration: { _id: 'a', agreement_url: '/a' } }
const mandate = { status: 'created' } as SessionState['mandate']

test.each([
  ['nothing is done', emptySession, false, [1, 1, 1]],
  ['step 1 is done', emptySession, true, [1, 2, 2]],
  ['the person is registered', registered, true, [2, 2, 3]],
])('when %s, each wanted step leads to one that is open', (_, session, identityDone, shown) => {
  expect([1, 2, 3].map((wanted) => nearestOpen(steps, wanted, { session, identityDone }))).toEqual(shown)
})

test.each([
  [1, emptySession],
  [2, { ...emptySession, mandate }],
  [3, { ...registered, mandate }],
])('a returning visitor goes on at the furthest step they began: %i', (step, session) => {
  expect(furthestBegun(steps, { session, identityDone: false })).toBe(step)
})

test.each([
  [{ aadhaar: false, phone: false, fields: false }, 'aadhaar', 'Please verify your Aadhaar number first'],
  [{ aadhaar: true, phone: false, fields: false }, 'phone', 'Please verify your phone number first'],
  [{ aadhaar: true, phone: true, fields: false }, 'fields', 'Please fill all required fields correctly'],
])('step 1 with %o is stopped at %s', (state, at, message) => {
  expect(stopOf(state)).toEqual({ at, message })
})

test('step 1 with all of it may be left', () => {
  expect(stopOf({ aadhaar: true, phone: true, fields: true })).toBe(undefined)
})
