import { expect, test } from 'vitest'
import { consentTexts } from '#messages/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { served } from '#web/ui/served.fixture.ts'
import { Registration } from './registration.tsx'
import { stopOf } from './identity/identity-step.tsx'
import { emptySession, type SessionState } from './session-state.ts'
import { furthestBegun, nearestOpen, steps } from './steps.tsx'

test('step 1 is complete in the HTML, with the fields of the specification in their order', () => {
  const { place, getByLabelText, getAllByText, getByText } = served(<Registration />)
  const labels = [
    ...['Aadhaar number', 'Profile photo', 'Name', 'Email', 'Gender', 'DOB', 'Phone', 'Address'],
    ...['City', 'State', 'Country', 'Pincode'],
  ]
  const found = [...place.querySelectorAll('label[for]')]
  expect(found.map((label) => label.firstChild?.textContent)).toEqual(labels)
  for (const label of found) expect(document.getElementById(label.getAttribute('for') ?? '')).not.toBeNull()
  const options = [...(getByLabelText('Gender') as HTMLSelectElement).options].filter(({ value }) => value)
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ...[
      ['M', 'Male'],
      ['F', 'Female'],
      ['O', 'Others'],
    ],
  ])
  expect(getAllByText('NOT VERIFIED')).toHaveLength(2)
  getByText('Executive Details')
})

test('pressing Verify agrees to two sentences each', () => {
  const { place } = served(<Registration />)
  const { aadhaar, phone } = consentTexts[currentConsent]
  for (const sentences of [aadhaar, phone]) {
    expect(sentences.join(' ').match(/\.( |$)/g)).toHaveLength(2)
    for (const sentence of sentences) expect(place.textContent).toContain(sentence)
  }
})

test('each Verify button says what it verifies, and its name begins with the visible word', () => {
  const { getAllByRole } = served(<Registration />)
  const buttons = getAllByRole('button', { name: /^Verify / })
  expect(buttons.map((button) => [button.getAttribute('aria-label'), button.textContent])).toEqual([
    ['Verify Aadhaar number', 'Verify'],
    ['Verify Phone', 'Verify'],
  ])
})

test('the browser does not remember an Aadhaar number', () => {
  const { place } = served(<Registration />)
  expect(place.querySelector('[name="aadhaar_no"]')?.getAttribute('autocomplete')).toBe('off')
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
])('a returning visitor continues at the furthest step that they began: %i', (step, session) => {
  expect(furthestBegun(steps, { session, identityDone: false })).toBe(step)
})

test.each([
  [{ aadhaar: false, phone: false, fields: false }, 'aadhaar', 'Please verify your Aadhaar number first'],
  [{ aadhaar: true, phone: false, fields: false }, 'phone', 'Please verify your phone number first'],
  [{ aadhaar: true, phone: true, fields: false }, 'fields', 'Please fill all required fields correctly'],
])('step 1 with %o is stopped at %s, and may be left when all is filled in', (state, at, message) => {
  expect(stopOf(state)).toEqual({ at, message })
  expect(stopOf({ aadhaar: true, phone: true, fields: true })).toBe(undefined)
})
