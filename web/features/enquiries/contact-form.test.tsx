import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { namesOf } from '#contract/fields/field.ts'
import { fill } from '#contract/messages/sentences.ts'
import { enquiryForm } from '#messages/enquiries.ts'
import { emailFieldMessages } from '#messages/forms.ts'
import { served } from '#web/ui/served.fixture.ts'
import { ContactForm } from './contact-form.tsx'

const names = namesOf(enquiryFields)
type Name = (typeof names)[number]

function fieldOf(name: Name): HTMLInputElement {
  return screen.getByLabelText(enquiryForm[name].label)
}
function type(name: Name, value: string): void {
  fireEvent.input(fieldOf(name), { target: { value } })
}
function submit(): void {
  fireEvent.click(screen.getByRole('button', { name: enquiryForm.submit }))
}

test('the HTML contains the whole form', () => {
  const form = served(<ContactForm />)
  expect(form.getAllByRole('textbox')).toEqual(
    names.map((name) => form.getByLabelText(enquiryForm[name].label)),
  )
  form.getByRole('button', { name: enquiryForm.submit })
})

test.each([
  ['name', { type: 'text', autocomplete: 'name' }],
  ['email', { type: 'email', inputmode: 'email', autocomplete: 'email' }],
  ['phone', { type: 'tel', inputmode: 'tel', autocomplete: 'tel' }],
] as const)('the keyboard of a phone fits its field: %s', (name, asks) => {
  served(<ContactForm />)
  for (const [attribute, value] of Object.entries(asks))
    expect(fieldOf(name).getAttribute(attribute)).toBe(value)
})

test('the honeypot does not disturb people', () => {
  const { place } = served(<ContactForm />)
  const honeypot = place.querySelector<HTMLInputElement>('[name="website"]')
  expect(honeypot?.closest('[aria-hidden="true"]')).not.toBeNull()
  expect(honeypot?.getAttribute('tabindex')).toBe('-1')
  expect(honeypot?.getAttribute('autocomplete')).toBe('off')
})

test('nothing is reported before the first press; then each field has its error, and is checked while it is corrected', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  render(<ContactForm />)
  type('email', 'meera')
  fireEvent.blur(fieldOf('email'))
  // The check runs after the event.
  await act(async () => undefined)
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0)

  type('email', '')
  submit()
  for (const name of names) await screen.findByText(enquiryForm[name].required)
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(names.length)
  expect(document.activeElement).toBe(fieldOf('name'))
  type('email', 'meera@')
  await screen.findByText(enquiryForm.email.invalid)
  type('email', 'meera@example.in')
  await waitFor(() => expect(screen.queryByText(enquiryForm.email.invalid)).toBeNull())
  expect(fieldOf('email').getAttribute('aria-invalid')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('the likely address is offered for a refused one, and accepted by a press', async () => {
  render(<ContactForm />)
  type('email', 'meera@gmail,com')
  submit()
  const offer = fill(emailFieldMessages.didYouMean, { email: 'meera@gmail.com' })
  fireEvent.click(await screen.findByRole('button', { name: offer }))
  expect(fieldOf('email').value).toBe('meera@gmail.com')
  expect(document.activeElement).toBe(fieldOf('email'))
  await waitFor(() => expect(screen.queryByText(enquiryForm.email.invalid)).toBeNull())
  expect(screen.queryByRole('button', { name: offer })).toBeNull()
  // A text that is no address gets no suggestion.
  type('email', 'meera')
  await screen.findByText(enquiryForm.email.invalid)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
