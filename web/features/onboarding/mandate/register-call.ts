import { missingFields, onboardingFailures } from '#contract/messages/registrations.ts'
import { onboardingFieldMessages } from '#contract/messages/common.ts'
import { api } from '#contract/paths.ts'
import { photoField, photoFile, registrationResponse } from '#contract/schemas/registrations.ts'
import type { Facts } from '#web/features/onboarding/session-state.ts'
import { uploadForJson, type Failure } from '#web/lib/api.ts'
import { missingIn, type RegistrationPayload } from './registration-payload.ts'

export type Registered =
  | { ok: true; registration: NonNullable<Facts['registration']> }
  | { ok: false; sentences: string[]; isUnverified?: true }

/** Registers a person whose mandate the bank has taken up; what is missing is said before anything is sent. */
export async function registerExecutive(
  payload: RegistrationPayload,
  photo: File | undefined,
): Promise<Registered> {
  if (!photo) return { ok: false, sentences: [onboardingFieldMessages.photo.required] }
  const missing = missingIn(payload)
  if (missing.length > 0) return { ok: false, sentences: [missingFields(missing)] }
  const form = new FormData()
  for (const [field, value] of Object.entries(payload)) form.append(field, value)
  form.append(photoField, photo, photoFile.name)
  const answer = await uploadForJson({
    url: api.registerExecutive,
    form,
    schema: registrationResponse,
    fallback: onboardingFailures.registration,
  })
  if (!answer.ok) {
    const refused = { ok: false, sentences: sentencesOf(answer) } as const
    return answer.cause.code === 'unverified' ? { ...refused, isUnverified: true } : refused
  }
  const [registration] = answer.body.data
  return registration
    ? { ok: true, registration }
    : { ok: false, sentences: [onboardingFailures.registration] }
}

/** The server's words; where it did not answer at all, the sentence for that (specification section 8). */
function sentencesOf({ message, errors, cause }: Failure): string[] {
  console.error('The registration did not succeed.', cause)
  if (cause.reason !== 'refused') return [onboardingFailures.registering]
  return [message, ...errors.map((error) => error.message).filter((sentence) => sentence !== message)]
}
