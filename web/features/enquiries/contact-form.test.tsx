import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { namesOf } from '#contract/fields/field.ts'
import { enquiryForm } from '#messages/enquiries.ts'
import { ContactForm } from './contact-form.tsx'

const html = renderToStaticMarkup(<ContactForm />)

test('the form stands whole in the HTML', () => {
  const labels = [...html.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)</g)]

  expect(labels.map(([, , words]) => words)).toEqual(
    namesOf(enquiryFields).map((name) => enquiryForm[name].label),
  )
  for (const [, id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea)[^>]* id="${id}"`))
  expect(html).toContain('>Submit</span>')
})

test.each([
  ['name', 'type="text" autoComplete="name"'],
  ['email', 'type="email" inputMode="email" autoComplete="email"'],
  ['phone', 'type="tel" inputMode="tel" autoComplete="tel"'],
])('the keyboard of a phone fits its field: %s', (name, asks) => {
  const [input = ''] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html) ?? []
  for (const one of asks.split(' ')) expect(input).toContain(one)
})

test('the honeypot is out of the way of people', () => {
  expect(html).toMatch(
    /<div aria-hidden="true"[^>]*>.*<input tabindex="-1" autoComplete="off" type="text" name="website"/i,
  )
})
