import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactForm } from './contact-form.tsx'

const html = renderToStaticMarkup(<ContactForm />)

test('the form stands whole in the HTML', () => {
  const labels = [...html.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)</g)]

  expect(labels.map(([, , words]) => words)).toEqual(['Name', 'Email', 'Phone Number', 'Enquiry'])
  for (const [, id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea)[^>]* id="${id}"`))
  expect(html).toContain('>Submit</span>')
})

test('nothing typed can reach an address, and a press before the code has come is held', () => {
  expect(html).toMatch(/<form[^>]* method="post"/)
  expect(html).toMatch(/<\/form><script>[^<]*preventDefault/)
})

test('nothing is cut in silence, checked by the browser, or styled inline', () => {
  expect(html).toMatch(/<form[^>]* noValidate=""/)
  expect(html).not.toMatch(/maxlength|\srequired=|\sstyle=/i)
})

test('the honeypot is out of the way of people', () => {
  expect(html).toMatch(
    /<div aria-hidden="true"[^>]*>.*<input tabindex="-1" autoComplete="off" type="text" name="website"/i,
  )
})
