import type { FastifyReply } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { UsedPasskey } from '#contract/schemas/staff-access.ts'
import { type DeskDeps, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { giveChallenge, takeChallenge } from './challenge-service.ts'
import { notAccepted, type PartyConfig, requestOptions, verifyUse } from './passkey-service.ts'
import { findPasskey, noteUse } from './passkey-store.ts'
import { linkDetail, type StaffMember, staffActor } from './rules.ts'
import { beginSession, type PasskeyOf, stepUpSession } from './session-service.ts'

export interface CeremonyDeps extends DeskDeps {
  log: Log
  config: PartyConfig
}

export const ceremonyOver = refused('unverified', accessMessages.ceremonyOver)

/** Begins a sign-in, or a step-up of whoever is signed in. */
export async function askForPasskey(deps: CeremonyDeps, reply: FastifyReply, member?: StaffMember) {
  const about = member ? ({ kind: 'step-up', staff_id: member.id } as const) : ({ kind: 'sign-in' } as const)
  const challenge = await giveChallenge(deps, reply, about)
  return { options: { ...(await requestOptions(deps.config, challenge)) } }
}

/** Signs in whoever's passkey this is, or notes the step-up of `member`; answers what was refused. */
export async function usePasskey(
  deps: CeremonyDeps,
  reply: FastifyReply,
  { passkey, member }: { passkey: UsedPasskey; member?: StaffMember },
): Promise<Refused | undefined> {
  const challenge = await takeChallenge(deps, reply.request, member ? 'step-up' : 'sign-in')
  if (!challenge || (member && challenge.staff_id !== member.id)) return ceremonyOver
  const used = await checkUse(deps, challenge.challenge, passkey)
  if (used instanceof Refused) return used
  const { staffId, linkBy } = used
  if (!member) {
    const actor = staffActor({ id: staffId })
    await deps.db.transaction().execute(async (trx) => {
      await beginSession({ ...deps, db: trx }, reply, used)
      const detail = linkDetail(linkBy)
      const entry = { action: 'staff_sign_in', reference: staffId, actor, detail } as const
      await appendAudit(trx, entry, deps.clock.now())
    })
    return undefined
  }
  if (staffId !== member.id) return notAccepted
  return (await stepUpSession(deps, reply, member)) ? undefined : refused('signed_out')
}

/** Whose passkey it is, once the authenticator's answer and its count are right. */
async function checkUse(
  deps: CeremonyDeps,
  challenge: string,
  passkey: UsedPasskey,
): Promise<(PasskeyOf & { linkBy: string | null }) | Refused> {
  const { db, clock, log } = deps
  const known = await findPasskey(db, passkey.id)
  if (!known) return notAccepted
  const use = await verifyUse(deps.config, { challenge, passkey, known })
  if (use instanceof Refused) return use
  const { id, staff_id: staffId, link_by: linkBy } = known
  if (await noteUse(db, { id, ...use, now: clock.now() })) return { staffId, passkeyId: id, linkBy }
  log.warn({ passkey: id }, 'the count of a passkey did not grow: a copy of it may be in use')
  const detail = { what: 'refused as a copy' }
  const actor = staffActor({ id: staffId })
  await appendAudit(db, { action: 'staff_passkey', reference: staffId, actor, detail }, clock.now())
  return refused('unverified', accessMessages.copied)
}
