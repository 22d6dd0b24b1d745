import type { FastifyReply } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { NewPasskey } from '#contract/schemas/staff-access.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findInvitation, takeInvitation } from './challenge-store.ts'
import { commitStaff, type PeopleDeps, refuse } from './commit-service.ts'
import { creationOptions, verifyNew } from './passkey-service.ts'
import * as passkeys from './passkey-store.ts'
import { findPerson } from './people-store.ts'
import { INVITATION_LIFE_MS, staffActor, type StaffMember } from './rules.ts'
import { browserOf, type PasskeyOf } from './session-service.ts'
import { endSessions, endSessionsOf } from './session-store.ts'
import { type CeremonyDeps, ceremonyOver } from './sign-in-service.ts'

const linkOver: HttpError = { code: 'not_found', message: { text: accessMessages.linkOver } }
const notAccepted: HttpError = { code: 'unverified', message: { text: accessMessages.notAccepted } }

/** Begins the ceremony of an enrolment link, in this browser. */
export async function beginEnrolment(deps: CeremonyDeps, reply: FastifyReply, token: string) {
  const { db, clock, party, challenges } = deps
  const hash = tokenHash(token)
  const staffId = await findInvitation(db, { hash, after: clock.now() - INVITATION_LIFE_MS })
  const person = staffId === undefined ? undefined : await findPerson(deps, staffId)
  if (!person) return { refused: linkOver }
  const challenge = await challenges.give(reply, 'enrol', { staffId: person.id, invitation: hash })
  return { options: await creationOptions(party, { challenge, person, known: [] }), name: person.name }
}

/**
 * Ends it: the link is used up, the new passkey takes the place of all that the person had (a link is given where those
 * are lost), sessions begun with them end, and one begins here.
 */
export async function finishEnrolment(
  deps: CeremonyDeps,
  reply: FastifyReply,
  { token, passkey }: { token: string; passkey: NewPasskey },
): Promise<HttpError | undefined> {
  const { clock, party, challenges, sessions } = deps
  const hash = tokenHash(token)
  const challenge = await challenges.take(reply.request, 'enrol')
  const staffId = challenge?.staff_id
  if (!challenge || !staffId || challenge.invitation !== hash) return ceremonyOver
  const verified = await verifyNew(party, challenge.challenge, passkey)
  if ('refused' in verified) return verified.refused
  const after = clock.now() - INVITATION_LIFE_MS
  const passkeyId = newId()
  const refused = await commitStaff(deps, async (trx) => {
    if (!(await findInvitation(trx, { hash, after }))) refuse(linkOver)
    await takeInvitation(trx, hash)
    await passkeys.deletePasskeys(trx, staffId)
    await endSessions(trx, staffId)
    await addVerified(deps, trx, { staffId, passkeyId, verified, reply })
    return { action: 'staff_enrol', reference: staffId, actor: staffActor({ id: staffId }) }
  })
  if (!refused) await sessions.begin(reply, { staffId, passkeyId })
  return refused
}

type Verified = Exclude<Awaited<ReturnType<typeof verifyNew>>, { refused: HttpError }>

/** Called after its browser, until its owner names it otherwise. */
async function addVerified(
  { cipher, clock }: PeopleDeps,
  trx: Db,
  { staffId, passkeyId: id, verified, reply }: PasskeyOf & { verified: Verified; reply: FastifyReply },
): Promise<void> {
  const row = { ...verified, id, staff_id: staffId, created_at: clock.now(), used_at: null }
  const name = browserOf(reply.request)
  if (!(await passkeys.insertPasskey({ db: trx, cipher }, { ...row, name }))) refuse(notAccepted)
}

/** Begins the ceremony of one more passkey. */
export async function beginPasskey(deps: CeremonyDeps, reply: FastifyReply, { id }: StaffMember) {
  const person = await findPerson(deps, id)
  if (!person) return { refused: ceremonyOver }
  const known = (await passkeys.listPasskeys(deps, id)).map((row) => row.credential_id)
  const challenge = await deps.challenges.give(reply, 'passkey', { staffId: id })
  return { options: await creationOptions(deps.party, { challenge, person, known }) }
}

export async function finishPasskey(
  deps: CeremonyDeps,
  reply: FastifyReply,
  { member, passkey }: { member: StaffMember; passkey: NewPasskey },
): Promise<HttpError | undefined> {
  const staffId = member.id
  const challenge = await deps.challenges.take(reply.request, 'passkey')
  if (challenge?.staff_id !== staffId) return ceremonyOver
  const verified = await verifyNew(deps.party, challenge.challenge, passkey)
  if ('refused' in verified) return verified.refused
  return commitStaff(deps, async (trx) => {
    await addVerified(deps, trx, { staffId, passkeyId: newId(), verified, reply })
    const detail = { what: 'added' }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

/** Removes one of a person's passkeys, never the last, and ends the sessions that were begun with it. */
export function removePasskey(
  deps: PeopleDeps,
  member: StaffMember,
  id: string,
): Promise<HttpError | undefined> {
  const staffId = member.id
  return commitStaff(deps, async (trx) => {
    const all = await passkeys.listPasskeys({ db: trx, cipher: deps.cipher }, staffId)
    if (!all.some((row) => row.id === id)) refuse({ code: 'not_found' })
    if (all.length === 1) refuse({ code: 'invalid', message: { text: accessMessages.lastPasskey } })
    const ended = await endSessionsOf(trx, staffId, id)
    await passkeys.deletePasskeys(trx, staffId, id)
    const detail = { what: 'removed', ended }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}
