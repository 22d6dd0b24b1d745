import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accessWords } from './words.ts'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'
import { call } from '#web/features/staff/calls.ts'
import { beginSession, CallError } from '#web/features/staff/session.ts'
import { failure } from '#web/lib/api.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Returns the browser's answer in a ceremony, which the person may refuse. */
async function fromBrowser<Made>(make: () => Promise<unknown>): Promise<Made> {
  try {
    return (await make()) as Made
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new CallError(failure(isKnown ? accessWords.known : accessWords.cancelled, { reason: 'cancelled' }))
  }
}

function createdPasskey(options: unknown): Promise<NewPasskey> {
  return fromBrowser(() => startRegistration({ optionsJSON: options as CreationOptions }))
}

function usedPasskey(options: unknown): Promise<UsedPasskey> {
  return fromBrowser(() => startAuthentication({ optionsJSON: options as RequestOptions }))
}

/** Enrols with a new passkey, using an enrolment link's token. */
export async function enrol(token: string): Promise<void> {
  const { options } = await call('access.enrolOptions', { body: { token } })
  await call('access.enrol', { body: { token, passkey: await createdPasskey(options) } })
}

/** Adds a passkey for the signed-in person. */
export async function addPasskey(): Promise<void> {
  const { options } = await call('me.addPasskeyOptions', {})
  await call('me.addPasskey', { body: { passkey: await createdPasskey(options) } })
}

/** Signs in; the desk is shown then. */
export async function signIn(): Promise<void> {
  const { options } = await call('access.signInOptions', {})
  await call('access.signIn', { body: { passkey: await usedPasskey(options) } })
  await beginSession()
}

/** Asks for the passkey again, for a call that requires one used within ten minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await call('me.stepUpOptions', {})
  await call('me.stepUp', { body: { passkey: await usedPasskey(options) } })
}
