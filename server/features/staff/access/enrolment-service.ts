import type { FastifyReply } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { NewPasskey } from '#contract/schemas/staff-access.ts'
import { type DeskDeps, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { giveChallenge, takeChallenge } from './challenge-service.ts'
import { findInvitation, takeInvitation } from './challenge-store.ts'
import { creationOptions, notAccepted, verifyNew } from './passkey-service.ts'
import * as passkeys from './passkey-store.ts'
import { commitStaff } from './people-service.ts'
import { findPerson } from './people-store.ts'
import { linkDetail, staffActor, type StaffMember } from './rules.ts'
import { beginSession, browserOf, type PasskeyOf } from './session-service.ts'
import { endSessions, endSessionsOf, endStepUps } from './session-store.ts'
import { type CeremonyDeps, ceremonyOver } from './sign-in-service.ts'

const linkOver = refused('not_found', accessMessages.linkOver)

/** Begins the ceremony of an enrolment link, in this browser. */
export async function beginEnrolment(deps: CeremonyDeps, reply: FastifyReply, token: string) {
  const { db, clock, config } = deps
  const hash = tokenHash(token)
  const found = await findInvitation(db, { hash, now: clock.now() })
  const person = found && (await findPerson(deps, found.staffId))
  if (!person) return linkOver
  const challenge = await giveChallenge(deps, reply, { kind: 'enrol', staff_id: person.id, invitation: hash })
  const options = await creationOptions(config, { challenge, person, known: [] })
  const replaces = (await passkeys.listPasskeys(deps, person.id)).length > 0
  return { options: { ...options }, name: person.name, replaces }
}

/**
 * Ends it: the link is used up, the new passkey takes the place of all that the person had (a link is given where those
 * are lost), sessions begun with them end, and one begins here.
 */
export async function finishEnrolment(
  deps: CeremonyDeps,
  reply: FastifyReply,
  { token, passkey }: { token: string; passkey: NewPasskey },
): Promise<Refused | undefined> {
  const hash = tokenHash(token)
  const challenge = await takeChallenge(deps, reply.request, 'enrol')
  const staffId = challenge?.staff_id
  if (!challenge || !staffId || challenge.invitation !== hash) return ceremonyOver
  const verified = await verifyNew(deps.config, challenge.challenge, passkey)
  if (verified instanceof Refused) return verified
  const now = deps.clock.now()
  const passkeyId = newId()
  const outcome = await commitStaff(deps, async (trx) => {
    const invitation = await findInvitation(trx, { hash, now })
    if (!invitation) throw linkOver
    const { madeBy: linkBy } = invitation
    await takeInvitation(trx, hash)
    await passkeys.deletePasskeys(trx, staffId)
    await endSessions(trx, staffId)
    await addVerified(deps, trx, { staffId, passkeyId, verified, linkBy, reply })
    const detail = linkDetail(linkBy)
    return { action: 'staff_enrol', reference: staffId, actor: staffActor({ id: staffId }), detail }
  })
  if (!outcome) await beginSession(deps, reply, { staffId, passkeyId })
  return outcome
}

type Verified = Exclude<Awaited<ReturnType<typeof verifyNew>>, Refused>

type Added = PasskeyOf & { verified: Verified; linkBy: string | null; reply: FastifyReply }

/** Called after its browser, until its owner names it otherwise. */
async function addVerified(
  { cipher, clock }: DeskDeps,
  trx: Db,
  { staffId, passkeyId: id, verified, linkBy, reply }: Added,
): Promise<void> {
  const row = { ...verified, id, staff_id: staffId, created_at: clock.now(), used_at: null, link_by: linkBy }
  const name = browserOf(reply.request)
  if (!(await passkeys.insertPasskey({ db: trx, cipher }, { ...row, name }))) throw notAccepted
}

/** Begins the ceremony of one more passkey. */
export async function beginPasskey(deps: CeremonyDeps, reply: FastifyReply, { id }: StaffMember) {
  const person = await findPerson(deps, id)
  if (!person) return ceremonyOver
  const known = (await passkeys.listPasskeys(deps, id)).map((row) => row.credential_id)
  const challenge = await giveChallenge(deps, reply, { kind: 'passkey', staff_id: id })
  return { options: { ...(await creationOptions(deps.config, { challenge, person, known })) } }
}

export async function finishPasskey(
  deps: CeremonyDeps,
  reply: FastifyReply,
  { member, passkey }: { member: StaffMember; passkey: NewPasskey },
): Promise<Refused | undefined> {
  const staffId = member.id
  const challenge = await takeChallenge(deps, reply.request, 'passkey')
  if (challenge?.staff_id !== staffId) return ceremonyOver
  const verified = await verifyNew(deps.config, challenge.challenge, passkey)
  if (verified instanceof Refused) return verified
  return commitStaff(deps, async (trx) => {
    await addVerified(deps, trx, { staffId, passkeyId: newId(), verified, linkBy: null, reply })
    const detail = { what: 'added' }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

/**
 * Removes one of a person's passkeys, never the last, and ends the sessions that were begun with it. No step-up counts any
 * more: it may have been by that passkey.
 */
export function removePasskey(deps: DeskDeps, member: StaffMember, id: string): Promise<Refused | undefined> {
  const staffId = member.id
  return commitStaff(deps, async (trx) => {
    const all = await passkeys.listPasskeys({ db: trx, cipher: deps.cipher }, staffId)
    if (!all.some((row) => row.id === id)) throw refused('not_found')
    if (all.length === 1) throw refused('invalid', accessMessages.lastPasskey)
    const ended = await endSessionsOf(trx, staffId, id)
    await endStepUps(trx, staffId)
    await passkeys.deletePasskeys(trx, staffId, id)
    const detail = { what: 'removed', ended }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}
