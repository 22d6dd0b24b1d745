import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { consentTexts } from '#messages/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { Registration } from './registration.tsx'
import { stopOf } from './identity/identity-step.tsx'
import { emptySession, type SessionState } from './session-state.ts'
import { furthestBegun, nearestOpen, steps } from './steps.tsx'

const html = renderToStaticMarkup(<Registration />)
const plainText = html.replaceAll(/<[^>]+>/g, ' ')

test('step 1 is whole in the HTML, with the fields of the specification in their order', () => {
  const labels = [...html.matchAll(/<label[^>]* for="([^"]+)"[^>]*>([^<]+)</g)]

  expect(labels.map(([, , words]) => words)).toEqual([
    ...['Aadhaar number', 'Profile photo', 'Name', 'Email', 'Gender', 'DOB', 'Phone', 'Address'],
    ...['City', 'State', 'Country', 'Pincode'],
  ])
  for (const [, id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea|select)[^>]* id="${id}"`))
  for (const [value, words] of Object.entries({ M: 'Male', F: 'Female', O: 'Others' }))
    expect(html).toContain(`<option value="${value}">${words}</option>`)
  expect(html.match(/NOT VERIFIED/g)).toHaveLength(2)
  expect(plainText).toContain('Executive Details')
})

test('what a press of Verify agrees to is two sentences each', () => {
  const { aadhaar, phone } = consentTexts[currentConsent]
  for (const sentences of [aadhaar, phone]) {
    expect(sentences.join(' ').match(/\.( |$)/g)).toHaveLength(2)
    for (const sentence of sentences) expect(plainText).toContain(sentence)
  }
})

test('each button that verifies says what, and begins with the word that it shows', () => {
  const buttons = [...html.matchAll(/<button[^>]* aria-label="(Verify [^"]*)"[^>]*><span[^>]*>([^<]+)</g)]

  expect(buttons.map(([, name, word]) => [name, word])).toEqual([
    ['Verify Aadhaar number', 'Verify'],
    ['Verify Phone', 'Verify'],
  ])
})

test('an Aadhaar number is not for the browser to remember', () => {
  expect(html).toMatch(/<input[^>]*autoComplete="off"[^>]*name="aadhaar_no"/)
})

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
])('step 1 with %o is stopped at %s, and with all of it may be left', (state, at, message) => {
  expect(stopOf(state)).toEqual({ at, message })
  expect(stopOf({ aadhaar: true, phone: true, fields: true })).toBe(undefined)
})
