import { expect, test } from 'vitest'
import { registeredMessages } from '#messages/mandates.ts'
import { emptySession } from '#web/features/onboarding/session-state.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { served } from '#web/ui/served.fixture.ts'
import { AgreementStep } from './agreement-step.tsx'

test("a registered person is told so, and the page does not show the link's secret as if it were a number to quote", () => {
  const id = 'A'.repeat(32)
  const session = { ...emptySession, registration: { _id: id, agreement_url: '/' } }
  const { place, getByText } = served(<AgreementStep wizard={{ session, back() {} } as unknown as Wizard} />)
  getByText(registeredMessages.heading)
  expect(place.innerHTML).not.toContain(id)
})
