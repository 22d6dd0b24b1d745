import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { accessWords } from '#contract/messages/staff-access.ts'
import { staffApi } from '#contract/paths.ts'
import { ceremonyOptions, done, enrolOptions, firstOwnerAnswer } from '#contract/schemas/staff-access.ts'
import { beginSession, call, endSession } from '#web/features/staff/session.ts'
import { type Answer, type AnswerWith, type Failure, postForJson } from '#web/lib/api.ts'

const fallback = accessWords.failed
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

function post(path: string, body: object) {
  return postForJson({ url: staffApi + path, body, schema: done, fallback })
}

function begin(path: string) {
  return postForJson({ url: staffApi + path, body: {}, schema: ceremonyOptions, fallback })
}

/** What the browser gives for a ceremony; a person may always turn it down. */
async function fromBrowser<Made>(make: () => Promise<Made>): Promise<AnswerWith<Made>> {
  try {
    return { ok: true, body: await make() }
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    const message = isKnown ? accessWords.known : accessWords.cancelled
    return { ok: false, message, errors: [], cause: { reason: 'cancelled' } }
  }
}

function created(options: unknown) {
  return fromBrowser(() => startRegistration({ optionsJSON: options as CreationOptions }))
}

async function use(path: string): Promise<Answer> {
  const begun = await begin(`${path}/options`)
  if (!begun.ok) return begun
  const optionsJSON = begun.body.options as unknown as RequestOptions
  const made = await fromBrowser(() => startAuthentication({ optionsJSON }))
  return made.ok ? post(path, { passkey: made.body }) : made
}

/** Signs in with a passkey of this person's choice; the desk then shows itself. */
export async function signIn(): Promise<Answer> {
  const answer = await use('/sign-in')
  if (answer.ok) await beginSession()
  return answer
}

/** The passkey once more, where a call wants one that was used within ten minutes. */
export function confirmWithPasskey(): Promise<Answer> {
  return use('/step-up')
}

export async function signOut(): Promise<void> {
  const answer = await post('/sign-out', {})
  if (answer.ok || answer.cause.status === 401) endSession()
}

/** Whose link a token is, and what the browser is to be asked. */
export function openLink(token: string) {
  return postForJson({ url: `${staffApi}/enrol/options`, body: { token }, schema: enrolOptions, fallback })
}

/** Creates the passkey of an enrolment and begins a session with it. */
export async function enrol(token: string): Promise<Answer> {
  const begun = await openLink(token)
  if (!begun.ok) return begun
  const made = await created(begun.body.options)
  return made.ok ? post('/enrol', { token, passkey: made.body }) : made
}

/** One more passkey of whoever is signed in. */
export async function addPasskey(): Promise<Answer> {
  const begun = await call(() => begin('/me/passkeys/options'))
  if (!begun.ok) return begun
  const made = await created((begun as { body: { options: unknown } }).body.options)
  return made.ok ? call(() => post('/me/passkeys', { passkey: made.body })) : made
}

/** Makes whoever tries the product its first owner: the token of their enrolment. */
export function becomeFirstOwner(): Promise<AnswerWith<{ token: string }> | Failure> {
  return postForJson({ url: `${staffApi}/first-owner`, body: {}, schema: firstOwnerAnswer, fallback })
}
