import { expect, test } from 'vitest'
import { served } from '#web/ui/served.fixture.ts'
import { CareerForm } from './career-form.tsx'

test('the HTML contains the whole form, with what each field accepts', () => {
  const { place, getByLabelText, getByText, getAllByText } = served(<CareerForm />)
  const labels = [
    ...['The service you ask for', 'Full name *', 'Email *', 'Phone Number *', 'Date of birth *', 'Address'],
    ...['Resume *', 'Education certificate', 'Aadhaar card', 'PAN card'],
    ...['Sector', 'Role', 'Experience', 'Where you want to work', 'Pay you expect'],
  ]
  expect([...place.querySelectorAll('label')].map((label) => label.textContent)).toEqual(labels)
  for (const label of labels) expect(getByLabelText(label).tagName).toMatch(/^(INPUT|TEXTAREA|SELECT)$/)
  getByText('Fields marked * are mandatory.')
  getByText('PDF, DOC or DOCX, up to 5 MB.')
  expect(getAllByText(/^PDF, JPG, JPEG or PNG, up to 5 MB\./)).toHaveLength(3)
  getByText(/masked copy/)
})

test('each document has its own input and a camera, which takes the resume page by page', () => {
  const { place } = served(<CareerForm />)
  const inputs = [...place.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  const cameras = inputs.filter((input) => input.hasAttribute('capture'))
  const papers = inputs.filter((input) => !cameras.includes(input)).map(({ accept }) => accept)
  expect(papers.filter((accept) => accept === '.pdf,.doc,.docx')).toHaveLength(1)
  expect(papers.filter((accept) => accept === '.pdf,.jpg,.jpeg,.jfif,.jpe,.png')).toHaveLength(3)
  expect(cameras.map(({ accept }) => accept)).toEqual(Array(4).fill('image/*'))
  expect(cameras.filter(({ multiple }) => multiple)).toHaveLength(1)
})
