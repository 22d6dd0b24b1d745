import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CareerForm } from './career-form.tsx'

const html = renderToStaticMarkup(<CareerForm />)

test('the form stands whole in the HTML, with what each field takes', () => {
  const labels = [...html.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)</g)]

  expect(labels.map(([, , words]) => words)).toEqual([
    ...['The service you ask for', 'Full name *', 'Email *', 'Phone Number *', 'Date of birth *', 'Address'],
    ...['Resume *', 'Education certificate', 'Aadhaar card', 'PAN card'],
    ...['Sector', 'Role', 'Experience', 'Where you want to work', 'Pay you expect'],
  ])
  for (const [, id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea|select)[^>]* id="${id}"`))
  expect(html).toContain('Fields marked * are mandatory.')
  expect(html).toContain('PDF, DOC or DOCX, up to 5 MB.')
  expect(html.match(/PDF, JPG, JPEG or PNG, up to 5 MB\./g)).toHaveLength(3)
  expect(html).toContain('masked copy')
})

test('each paper has an input of its own and a camera, which the resume takes page by page', () => {
  const inputs = html.matchAll(/<input[^>]*type="file"[^>]*accept="([^"]+)"/g)
  const accepts = Array.from(inputs, ([, accept]) => accept)
  expect(accepts.filter((accept) => accept === '.pdf,.doc,.docx')).toHaveLength(1)
  expect(accepts.filter((accept) => accept === '.pdf,.jpg,.jpeg,.jfif,.jpe,.png')).toHaveLength(3)
  expect(html.match(/accept="image\/\*" capture="environment"/g)).toHaveLength(4)
  expect(html.match(/<input[^>]*capture="environment" multiple/g)).toHaveLength(1)
})
