import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { consentTexts } from '#messages/identity.ts'
import { currentConsent } from '#contract/schemas/notices.ts'
import { Registration } from './registration.tsx'

const html = renderToStaticMarkup(<Registration />)
const plainText = html.replaceAll(/<[^>]+>/g, ' ')

test('step 1 is whole in the HTML, with the fields of the specification in their order', () => {
  const labels = [...html.matchAll(/<label[^>]* for="([^"]+)"[^>]*>([^<]+)</g)]

  expect(labels.map(([, , words]) => words)).toEqual([
    'Aadhaar number',
    'Profile photo',
    'Name',
    'Email',
    'Gender',
    'DOB',
    'Phone',
    'Address',
    'City',
    'State',
    'Country',
    'Pincode',
  ])
  for (const [, id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea|select)[^>]* id="${id}"`))
  expect(html).toContain('<option value="M">Male</option>')
  expect(html).toContain('<option value="F">Female</option>')
  expect(html).toContain('<option value="O">Others</option>')
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
