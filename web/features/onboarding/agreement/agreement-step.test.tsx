import { expect, test } from 'vitest'
import { registeredMessages } from '#messages/mandates.ts'
import { emptySession } from '#web/features/onboarding/session-state.ts'
import type { Wizard } from '#web/features/onboarding/wizard.ts'
import { served } from '#web/ui/served.fixture.ts'
import { AgreementStep } from './agreement-step.tsx'

test('whoever is registered is told so, and not shown the secret of the link as if it were to be quoted', () => {
  const id = 'A'.repeat(32)
  const session = { ...emptySession, registration: { _id: id, agreement_url: '/' } }
  const { place, getByText } = served(<AgreementStep wizard={{ session, back() {} } as unknown as Wizard} />)
  getByText(registeredMessages.heading)
  expect(place.innerHTML).not.toContain(id)
})
