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

interface Ceremony {
  path: string
  /** What each of its calls carries, such as an enrolment's token. */
  given?: object
  make(options: unknown): Promise<unknown>
}

/** Asks for the options of a ceremony, has the browser make what they want, and sends that. */
async function hold({ path, given, make }: Ceremony): Promise<Done> {
  const begun = await send({ path: `${path}/options`, body: given, schema: ceremonyOptions })
  if (!begun.ok) return begun
  const made = await fromBrowser(() => make(begun.body.options))
  return made.ok ? send({ path, body: { ...given, passkey: made.body }, schema: done }) : made
}

/** Creates a passkey on this device. */
export function createPasskey(path: string, given?: object): Promise<Done> {
  const make = (options: unknown) => startRegistration({ optionsJSON: options as CreationOptions })
  return hold({ path, given, make })
}

function use(path: string): Promise<Done> {
  const make = (options: unknown) => startAuthentication({ optionsJSON: options as RequestOptions })
  return hold({ path, make })
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
