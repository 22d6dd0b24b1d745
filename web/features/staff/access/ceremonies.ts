import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accessWords } from './words.ts'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'
import { call } from '#web/features/staff/calls.ts'
import { beginSession, CallError } from '#web/features/staff/session.ts'
import { failure } from '#web/lib/api.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** What the browser gives for a ceremony; a person may always turn it down. */
async function fromBrowser<Made>(make: () => Promise<unknown>): Promise<Made> {
  try {
    return (await make()) as Made
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new CallError(failure(isKnown ? accessWords.known : accessWords.cancelled, { reason: 'cancelled' }))
  }
}

/** Has the browser create a passkey on this device. */
function createdPasskey(options: unknown): Promise<NewPasskey> {
  return fromBrowser(() => startRegistration({ optionsJSON: options as CreationOptions }))
}

/** Has the browser use a passkey of this person's choice. */
function usedPasskey(options: unknown): Promise<UsedPasskey> {
  return fromBrowser(() => startAuthentication({ optionsJSON: options as RequestOptions }))
}

/** Enrols with a new passkey, by an enrolment's token. */
export async function enrol(token: string): Promise<void> {
  const { options } = await call('access.enrolOptions', { body: { token } })
  await call('access.enrol', { body: { token, passkey: await createdPasskey(options) } })
}

/** One more passkey of whoever is signed in. */
export async function addPasskey(): Promise<void> {
  const { options } = await call('me.addPasskeyOptions', {})
  await call('me.addPasskey', { body: { passkey: await createdPasskey(options) } })
}

/** Signs in; the desk then shows itself. */
export async function signIn(): Promise<void> {
  const { options } = await call('access.signInOptions', {})
  await call('access.signIn', { body: { passkey: await usedPasskey(options) } })
  await beginSession()
}

/** The passkey once more, where a call wants one that was used within ten minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await call('me.stepUpOptions', {})
  await call('me.stepUp', { body: { passkey: await usedPasskey(options) } })
}
