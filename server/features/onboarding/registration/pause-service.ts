import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/messages/languages.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import type { App } from '#server/context.ts'
import { checkCodeOfLink, sendCodeOfLink } from '#server/features/onboarding/identity/mobile-service.ts'
import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { noteFound } from '#server/platform/limits/link-limits.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { take } from '#server/platform/limits/database-counters.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { emptyVisitor, type Visitor } from '#server/platform/sessions/store.ts'
import { notifyPaused } from './jobs.ts'
import { findPausedByToken, putPaused, takePaused } from './pause-store.ts'
import { proofOf } from './service.ts'

/** Milliseconds for which a registration can be continued. */
const PAUSE_MS = 7 * 86_400_000

interface Pause {
  email: string
  typed: Record<string, string>
  language: Language
}

/** Keeps what a visitor verified and typed for a week, and mails a link to it. The current visit continues. */
export async function pauseRegistration(
  app: App,
  visitor: Visitor | undefined,
  { email, typed, language }: Pause,
): Promise<void> {
  const proof = visitor && proofOf(visitor.data)
  if (!visitor || !proof) throw refused('unverified')
  if (visitor.data.registration) throw refused('already_there', 'registrationErrors.registered')
  const now = app.clock.now()
  const { phone } = proof.phone
  await take(app, [{ rule: 'registration_pauses', key: phone }])
  const photo = (await app.sessions.photo(visitor)) ?? ''
  const { mandate } = visitor.data
  const data = { email, photo, visitor: { ...emptyVisitor, ...proof, mandate, typed: { ...typed, email } } }
  await app.db.transaction().execute(async (trx) => {
    const kept = { phone, language, data, now, endsAt: now + PAUSE_MS }
    const pausedId = await putPaused(trx, app.cipher, kept)
    await enqueue(trx, notifyPaused, [{ payload: { pausedId }, now }])
  })
  app.wakeWorker()
}

const unknown = refused('not_found', 'laterAnswers.unknown')

/** Returns the paused registration of a link's token, and the phone that must confirm it. */
async function pausedOf({ db, cipher, clock }: App, request: FastifyRequest, token: string) {
  const paused = await findPausedByToken(db, cipher, { token, now: clock.now() })
  if (paused) noteFound(request)
  const phone = paused?.visitor.phone?.phone
  return paused && phone !== undefined ? { paused, phone } : undefined
}

export async function sendPausedCode(
  app: App,
  token: string,
  reply: FastifyReply,
): Promise<{ phone: string; otp: OtpState }> {
  const { paused, phone } = orRefuse(await pausedOf(app, reply.request, token), unknown)
  const otp = await sendCodeOfLink(app, reply, {
    ...{ purpose: 'resume', about: paused.id, phone },
    ...{ language: paused.language, isKnown: true },
  })
  return { phone: maskNumber(phone), otp }
}

/** Checks a code; if it is right, the kept registration replaces that of the visit, and the link expires. */
export async function resumeRegistration(
  app: App,
  { token, code }: { token: string; code: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { paused, phone } = orRefuse(await pausedOf(app, request, token), unknown)
  const asked = { purpose: 'resume', about: paused.id, phone, code } as const
  return checkCodeOfLink(app, request, asked, (claim) =>
    app.sessions.change(reply, () => paused.visitor, {
      rotate: true,
      photo: paused.photo,
      async also(trx) {
        await claim(trx)
        // Somebody else may have continued it meanwhile.
        orRefuse(await takePaused(trx, paused.id), unknown)
      },
    }),
  )
}
