import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OwnRegistration } from '#contract/schemas/my.ts'
import { fill } from '#contract/messages/sentences.ts'
import { executiveForm } from '#messages/identity.ts'
import { ownActions } from '#messages/my.ts'
import { OwnDetails } from './own-details.tsx'

const record = {
  ...{ kind: 'executives', phone: '+91 XXXXXX0000', emailAsked: '' },
  details: { email: 'meera@example.in' },
} as unknown as OwnRegistration

test('another phone is checked, is asked for a code, and says why the server refuses it', async () => {
  const answers = [
    Response.json({ message: 'Please wait.', code: 'rate_limited' }, { status: 429 }),
    Response.json({ message: 'Sent.', otp: { resendAfter: 60, expiresAfter: 600, triesLeft: 5 } }),
  ]
  const fetched = vi.fn(async () => answers.shift())
  vi.stubGlobal('fetch', fetched)
  render(<OwnDetails record={record} load={async () => undefined} />)
  const field = () => screen.getByLabelText(ownActions.newPhone)
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: ownActions.verifyPhone })
  const press = () => fireEvent.click(button())
  press()
  await screen.findByText(executiveForm.phone.required)
  fireEvent.input(field(), { target: { value: '12345' } })
  await screen.findByText(executiveForm.phone.invalid)
  expect(fetched).not.toHaveBeenCalled()

  fireEvent.input(field(), { target: { value: '+91 98765 43210' } })
  press()
  await screen.findByText('Please wait.')
  await waitFor(() => expect(button().disabled).toBe(false))
  press()
  await screen.findByText(fill(ownActions.sentTo, { phone: '+91 XXXXXX3210' }))
  expect(fetched.mock.lastCall).toMatchObject([expect.anything(), { body: '{"phone":"9876543210"}' }])
})
