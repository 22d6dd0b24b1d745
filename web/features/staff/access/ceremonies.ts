import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import toast from 'react-hot-toast/headless'
import { accessWords } from '#contract/messages/staff-access.ts'
import { ceremonyOptions, done } from '#contract/schemas/staff-access.ts'
import { send } from '#web/features/staff/calls.ts'
import { beginSession, endSession } from '#web/features/staff/session.ts'
import { type AnswerWith, failure } from '#web/lib/answer.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

type Done = AnswerWith<{ ok: true }>

/** What the browser gives for a ceremony; a person may always turn it down. */
async function fromBrowser<Made>(make: () => Promise<Made>): Promise<AnswerWith<Made>> {
  try {
    return { ok: true, body: await make() }
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    return failure(isKnown ? accessWords.known : accessWords.cancelled, { reason: 'cancelled' })
  }
}

/** What the browser made of the options for a new passkey. */
export function created(options: unknown) {
  return fromBrowser(() => startRegistration({ optionsJSON: options as CreationOptions }))
}

async function use(path: string): Promise<Done> {
  const begun = await send({ path: `${path}/options`, schema: ceremonyOptions })
  if (!begun.ok) return begun
  const optionsJSON = begun.body.options as unknown as RequestOptions
  const made = await fromBrowser(() => startAuthentication({ optionsJSON }))
  return made.ok ? send({ path, body: { passkey: made.body }, schema: done }) : made
}

/** Signs in with a passkey of this person's choice; the desk then shows itself. */
export async function signIn(): Promise<Done> {
  const answer = await use('sign-in')
  if (answer.ok) await beginSession()
  return answer
}

/** The passkey once more, where a call wants one that was used within ten minutes. */
export function confirmWithPasskey(): Promise<Done> {
  return use('step-up')
}

export async function signOut(): Promise<void> {
  const answer = await send({ path: 'sign-out', schema: done })
  if (answer.ok) endSession()
  else toast.error(answer.message)
}
