import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { NewPasskey } from '#contract/schemas/staff-access.ts'
import type { App } from '#server/context.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import {
  ceremonyOver,
  creationOptions,
  giveChallenge,
  notAccepted,
  takeChallenge,
  verifyNew,
} from './passkey-service.ts'
import * as passkeys from './passkey-store.ts'
import { commitStaff, inviteByTool } from './people-service.ts'
import { findPerson, listPeople } from './people-store.ts'
import { linkDetail, staffActor, type StaffMember } from './rules.ts'
import { beginSession, browserOf, type PasskeyOf } from './session-service.ts'
import { endSessions, endSessionsOf, endStepUps } from './session-store.ts'

const linkOver = refused('not_found', accessMessages.linkOver)

/** Begins the ceremony of an enrolment link, in this browser. */
export async function beginEnrolment(app: App, reply: FastifyReply, token: string) {
  const { db, clock, config } = app
  const hash = tokenHash(token)
  const found = await passkeys.findInvitation(db, { hash, now: clock.now() })
  const person = found && (await findPerson(app, found.staffId))
  if (!person) return linkOver
  const challenge = await giveChallenge(app, reply, { kind: 'enrol', staff_id: person.id, invitation: hash })
  const options = await creationOptions(config, { challenge, person, known: [] })
  const replaces = (await passkeys.listPasskeys(app, person.id)).length > 0
  return { options: { ...options }, name: person.name, replaces }
}

/**
 * Ends it: the link is used up, the new passkey takes the place of all that the person had (a link is given where those
 * are lost), sessions begun with them end, and one begins here.
 */
export async function finishEnrolment(
  app: App,
  reply: FastifyReply,
  { token, passkey }: { token: string; passkey: NewPasskey },
): Promise<Refused | undefined> {
  const hash = tokenHash(token)
  const challenge = await takeChallenge(app, reply.request, 'enrol')
  const staffId = challenge?.staff_id
  if (!challenge || !staffId || challenge.invitation !== hash) return ceremonyOver
  const verified = await verifyNew(app.config, challenge.challenge, passkey)
  if (verified instanceof Refused) return verified
  const now = app.clock.now()
  const passkeyId = newId()
  const outcome = await commitStaff(app, async (trx) => {
    const invitation = await passkeys.findInvitation(trx, { hash, now })
    if (!invitation) throw linkOver
    const { madeBy: linkBy } = invitation
    await passkeys.takeInvitation(trx, hash)
    await passkeys.deletePasskeys(trx, staffId)
    await endSessions(trx, staffId)
    await addVerified(app, trx, { staffId, passkeyId, verified, linkBy, reply })
    const detail = linkDetail(linkBy)
    return { action: 'staff_enrol', reference: staffId, actor: staffActor({ id: staffId }), detail }
  })
  if (!outcome) await beginSession(app, reply, { staffId, passkeyId })
  return outcome
}

type Verified = Exclude<Awaited<ReturnType<typeof verifyNew>>, Refused>

type Added = PasskeyOf & { verified: Verified; linkBy: string | null; reply: FastifyReply }

/** Called after its browser, until its owner names it otherwise. */
async function addVerified(
  { cipher, clock }: App,
  trx: Db,
  { staffId, passkeyId: id, verified, linkBy, reply }: Added,
): Promise<void> {
  const row = { ...verified, id, staff_id: staffId, created_at: clock.now(), used_at: null, link_by: linkBy }
  const name = browserOf(reply.request)
  if (!(await passkeys.insertPasskey({ db: trx, cipher }, { ...row, name }))) throw notAccepted
}

/** Begins the ceremony of one more passkey. */
export async function beginPasskey(app: App, reply: FastifyReply, { id }: StaffMember) {
  const person = await findPerson(app, id)
  if (!person) return ceremonyOver
  const known = (await passkeys.listPasskeys(app, id)).map((row) => row.credential_id)
  const challenge = await giveChallenge(app, reply, { kind: 'passkey', staff_id: id })
  return { options: { ...(await creationOptions(app.config, { challenge, person, known })) } }
}

export async function finishPasskey(
  app: App,
  reply: FastifyReply,
  { member, passkey }: { member: StaffMember; passkey: NewPasskey },
): Promise<Refused | undefined> {
  const staffId = member.id
  const challenge = await takeChallenge(app, reply.request, 'passkey')
  if (challenge?.staff_id !== staffId) return ceremonyOver
  const verified = await verifyNew(app.config, challenge.challenge, passkey)
  if (verified instanceof Refused) return verified
  return commitStaff(app, async (trx) => {
    await addVerified(app, trx, { staffId, passkeyId: newId(), verified, linkBy: null, reply })
    const detail = { what: 'added' }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

/**
 * Removes one of a person's passkeys, never the last, and ends the sessions that were begun with it. No step-up counts any
 * more: it may have been by that passkey.
 */
export function removePasskey(app: App, member: StaffMember, id: string): Promise<Refused | undefined> {
  const staffId = member.id
  return commitStaff(app, async (trx) => {
    const all = await passkeys.listPasskeys({ db: trx, cipher: app.cipher }, staffId)
    if (!all.some((row) => row.id === id)) throw refused('not_found')
    if (all.length === 1) throw refused('invalid', accessMessages.lastPasskey)
    const ended = await endSessionsOf(trx, staffId, id)
    await endStepUps(trx, staffId)
    await passkeys.deletePasskeys(trx, staffId, id)
    const detail = { what: 'removed', ended }
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** What proxies and tunnels add, each some of these. */
const proxyHeader = /^(forwarded|via|(x-forwarded|x-real|x-client|cf|fly|true-client)-.+)$/

/** Whether it comes from this machine itself, and not through a proxy or a tunnel that stands on it. */
function isFromHere({ socket, ip, headers }: FastifyRequest, publicUrl: string): boolean {
  const through = Object.keys(headers).some((name) => proxyHeader.test(name))
  const { host = '' } = headers
  const names = [publicUrl, `http://${host}`].map((url) => (URL.canParse(url) ? new URL(url).hostname : ''))
  const addresses = [socket.remoteAddress ?? '', ip]
  return (
    !through &&
    addresses.every((address) => loopbackAddress.test(address)) &&
    names.every((name) => loopbackName.test(name))
  )
}

/**
 * Whether whoever tries the product may make themselves its first owner: nobody has a passkey yet, every provider is the
 * sandbox's, and the request comes from this machine.
 */
export async function offersFirstOwner(app: App, request: FastifyRequest): Promise<boolean> {
  const { mail, aadhaar, sms, mandate, production, publicUrl } = app.config
  const isTrial = [mail, aadhaar, sms, mandate.gateway].every(({ provider }) => provider === 'sandbox')
  if (production || !isTrial || !isFromHere(request, publicUrl)) return false
  return (await listPeople(app, app.clock.now())).every(({ passkeys }) => passkeys === 0)
}

/** The token of an enrolment link for the first owner. */
export function inviteFirstOwner(app: App) {
  const person = { name: 'First owner', email: 'owner@sandbox.example', role: 'owner' } as const
  return inviteByTool(app, person, { actor: 'visitor' })
}
