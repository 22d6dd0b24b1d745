import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { AuditDetail } from '#contract/messages/staff-audit.ts'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'
import type { App } from '#server/context.ts'
import {
  iso,
  type DeskHandlers,
  ok,
  staffActor,
  type StaffMember,
} from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId, freshBytes } from '#server/platform/ids.ts'
import * as passkeys from './passkey-store.ts'
import { commitStaff } from './people-service.ts'
import { findPerson } from './people-store.ts'
import { CHALLENGE_LIFE_MS } from './session-rules.ts'
import { beginSession, browserOf, type PasskeyOf, stepUpSession } from './session-service.ts'
import { endSessions, endStepUps } from './session-store.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { StaffChallengeRow } from '#server/platform/db/schema.ts'
import { cookieHash, giveCookie, hostCookie, newToken } from '#server/platform/sessions/cookie.ts'

export function signInHandlers(app: App) {
  return {
    'access.signInOptions': ({ reply }) => askForPasskey(app, reply),
    'access.signIn': ({ reply, body }) => usePasskey(app, reply, body),
    'access.enrolOptions': ({ reply, body }) => beginEnrolment(app, reply, body.token),
    async 'access.enrol'({ reply, body }) {
      await finishEnrolment(app, reply, body)
      return ok
    },
    'me.stepUpOptions': ({ reply, staff }) => askForPasskey(app, reply, staff),
    'me.stepUp': ({ reply, body, staff }) => usePasskey(app, reply, { ...body, member: staff }),
  } satisfies Partial<DeskHandlers>
}

export function passkeyHandlers(app: App) {
  return {
    'me.passkeys': async ({ staff }) => ({
      passkeys: (await passkeys.listPasskeys(app, staff.id)).map(
        ({ id, name, created_at, used_at, backed_up }) => {
          const usedAt = used_at === null ? null : iso(used_at)
          return { id, name, createdAt: iso(created_at), usedAt, backedUp: backed_up === 1 }
        },
      ),
    }),
    'me.addPasskeyOptions': ({ reply, staff }) => beginPasskey(app, reply, staff),
    async 'me.addPasskey'({ reply, body, staff }) {
      await finishPasskey(app, reply, { ...body, member: staff })
      return ok
    },
    async 'me.renamePasskey'({ params, body, staff }) {
      orRefuse(await passkeys.renamePasskey(app, { ...body, ...params, staffId: staff.id }))
      return ok
    },
    async 'me.removePasskey'({ params, staff }) {
      await removePasskey(app, staff, params.id)
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

const linkOver = refused('not_found', { text: accessMessages.linkOver })

async function beginEnrolment(app: App, reply: FastifyReply, token: string) {
  const { db, clock, config } = app
  const hash = tokenHash(token)
  const found = await passkeys.findInvitation(db, { hash, now: clock.now() })
  const person = orRefuse(found && (await findPerson(app, found.staffId)), linkOver)
  const challenge = await giveChallenge(app, reply, { kind: 'enrol', staff_id: person.id, invitation: hash })
  const options = await creationOptions(config, { challenge, person, known: [] })
  const replaces = (await passkeys.listPasskeys(app, person.id)).length > 0
  return { options: { ...options }, name: person.name, replaces }
}

/**
 * Completes an enrolment: the link is used up, the new passkey replaces all earlier ones (a link is given if those
 * are lost), sessions begun with them end, and a new session begins.
 */
async function finishEnrolment(
  app: App,
  reply: FastifyReply,
  { token, passkey }: { token: string; passkey: NewPasskey },
): Promise<void> {
  const hash = tokenHash(token)
  const challenge = await takeChallenge(app, reply.request, 'enrol')
  const staffId = challenge?.staff_id
  if (!challenge || !staffId || challenge.invitation !== hash) throw ceremonyOver
  const verified = await verifyNew(app.config, challenge.challenge, passkey)
  const now = app.clock.now()
  const passkeyId = newId()
  await commitStaff(app, async (trx) => {
    const { madeBy: linkBy } = orRefuse(await passkeys.findInvitation(trx, { hash, now }), linkOver)
    await passkeys.removeInvitations(trx, staffId)
    await passkeys.deletePasskeys(trx, staffId)
    await endSessions(trx, staffId)
    await addVerified(app, trx, { staffId, passkeyId, verified, linkBy, reply })
    const detail = linkDetail(linkBy)
    return { action: 'staff_enrol', reference: staffId, actor: staffActor({ id: staffId }), detail }
  })
  await beginSession(app, reply, { staffId, passkeyId })
}

/** Returns what the audit log says about a session that began with a colleague’s enrolment link. */
function linkDetail(linkBy: string | null): AuditDetail {
  return linkBy === null ? {} : { link_by: linkBy }
}

type Verified = Awaited<ReturnType<typeof verifyNew>>

type Added = PasskeyOf & { verified: Verified; linkBy: string | null; reply: FastifyReply }

/** Names the passkey after its browser, until its owner renames it. */
async function addVerified(
  { cipher, clock }: App,
  trx: Db,
  { staffId, passkeyId: id, verified, linkBy, reply }: Added,
): Promise<void> {
  const row = { ...verified, id, staff_id: staffId, created_at: clock.now(), used_at: null, link_by: linkBy }
  const name = browserOf(reply.request)
  orRefuse(await passkeys.insertPasskey({ db: trx, cipher }, { ...row, name }), notAccepted)
}

async function beginPasskey(app: App, reply: FastifyReply, { id }: StaffMember) {
  const person = orRefuse(await findPerson(app, id), ceremonyOver)
  const known = (await passkeys.listPasskeys(app, id)).map((row) => row.credential_id)
  const challenge = await giveChallenge(app, reply, { kind: 'passkey', staff_id: id })
  return { options: { ...(await creationOptions(app.config, { challenge, person, known })) } }
}

async function finishPasskey(
  app: App,
  reply: FastifyReply,
  { member, passkey }: { member: StaffMember; passkey: NewPasskey },
): Promise<void> {
  const staffId = member.id
  const challenge = await takeChallenge(app, reply.request, 'passkey')
  if (challenge?.staff_id !== staffId) throw ceremonyOver
  const verified = await verifyNew(app.config, challenge.challenge, passkey)
  return commitStaff(app, async (trx) => {
    await addVerified(app, trx, { staffId, passkeyId: newId(), verified, linkBy: null, reply })
    const detail = { what: 'added' } as const
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

/**
 * Removes one of a person's passkeys, but never the last, and ends the sessions begun with it. All step-ups end too,
 * since any of them may have used that passkey.
 */
function removePasskey(app: App, member: StaffMember, id: string): Promise<void> {
  const staffId = member.id
  return commitStaff(app, async (trx) => {
    const all = await passkeys.listPasskeys({ db: trx, cipher: app.cipher }, staffId)
    if (!all.some((row) => row.id === id)) throw refused('not_found')
    if (all.length === 1) throw refused('invalid', { text: accessMessages.lastPasskey })
    const ended = await endSessions(trx, staffId, { passkeyId: id })
    await endStepUps(trx, staffId)
    await passkeys.deletePasskeys(trx, staffId, id)
    const detail = { what: 'removed', ended } as const
    return { action: 'staff_passkey', reference: staffId, actor: staffActor(member), detail }
  })
}

/** The purpose of a ceremony, and its person if they are known before it ends. */
type About = Pick<StaffChallengeRow, 'kind'> & Partial<Pick<StaffChallengeRow, 'staff_id' | 'invitation'>>

const CHALLENGE_BYTES = 32
const COOKIE = 'staff-ceremony'

/** Returns a challenge that is valid once, for five minutes, and only in the browser that begins the ceremony. */
async function giveChallenge({ db, clock, config }: App, reply: FastifyReply, about: About): Promise<string> {
  const challenge = freshBytes(CHALLENGE_BYTES).toString('base64url')
  const { token, hash } = newToken()
  const maxAge = CHALLENGE_LIFE_MS / 1000
  giveCookie(reply, hostCookie(COOKIE, config), { token, sameSite: 'strict', maxAge })
  const row = { staff_id: null, invitation: null, ...about, hash, challenge }
  await passkeys.insertChallenge(db, { ...row, created_at: clock.now() })
  return challenge
}

/** Returns this browser's challenge and deletes it. */
async function takeChallenge(
  { db, clock, config }: App,
  request: FastifyRequest,
  kind: StaffChallengeRow['kind'],
): Promise<StaffChallengeRow | undefined> {
  const hash = cookieHash(request, hostCookie(COOKIE, config))
  if (hash === undefined) return undefined
  return passkeys.takeChallenge(db, { hash, kind, now: clock.now() })
}

/** The site that passkeys belong to, from the settings and never from a header. */
function expected({ publicUrl }: App['config']) {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

function toBytes(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

/** Both ceremonies verify the person, and the passkey is stored on the device, so that it needs no user name. */
const authenticatorSelection = { residentKey: 'required', userVerification: 'required' } as const
const timeout = CHALLENGE_LIFE_MS
/** EdDSA, ES256 and RS256 (COSE); every authenticator supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257]

interface NewFor {
  challenge: string
  person: { name: string; email: string; user_handle: string }
  /** Ids of existing passkeys, whose authenticators are not to register again. */
  known: string[]
}

async function creationOptions(config: App['config'], { challenge, person, known }: NewFor) {
  // Loaded by the first ceremony, since it brings a sixth of all modules of a start.
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: config.agency.name,
    rpID: expected(config).expectedRPID,
    userName: person.email,
    userDisplayName: person.name,
    userID: toBytes(person.user_handle),
    challenge: toBytes(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection,
    supportedAlgorithmIDs,
  })
}

async function requestOptions(config: App['config'], challenge: string) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { userVerification } = authenticatorSelection
  return generateAuthenticationOptions({
    rpID: expected(config).expectedRPID,
    challenge: toBytes(challenge),
    timeout,
    userVerification,
  })
}

const notAccepted = refused('unverified', { text: accessMessages.notAccepted })

/**
 * Returns whether a frame on another site's page asked. The desk is never framed, and the library accepts a frame
 * unless the page is named.
 */
async function isFramed({ response }: NewPasskey | UsedPasskey): Promise<boolean> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true
}

/** Verifies that an authenticator registered a passkey for this site and challenge, and verified the person. */
async function verifyNew(config: App['config'], challenge: string, passkey: NewPasskey) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    expectedChallenge: challenge,
    ...expected(config),
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || (await isFramed(passkey))) throw notAccepted
  if (passkey.clientExtensionResults.credProps?.rk === false)
    throw refused('unverified', { text: accessMessages.notResident })
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp ? 1 : 0,
    transports: JSON.stringify(passkey.response.transports ?? []),
  }
}

interface Known {
  credential_id: string
  public_key: string
  user_handle: string
}

/** Verifies the signature of a passkey's use. The caller compares the count, which proves something only after that. */
async function verifyUse(
  config: App['config'],
  { challenge, passkey, known }: { challenge: string; passkey: UsedPasskey; known: Known },
): Promise<{ counter: number; backedUp: boolean }> {
  // A passkey stored on the device names its person; one that names nobody may not be stored there.
  if (passkey.response.userHandle !== known.user_handle) throw notAccepted
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: passkey as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    ...expected(config),
    requireUserVerification: true,
    credential: { id: known.credential_id, publicKey: toBytes(known.public_key), counter: 0 },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified || !info || (await isFramed(passkey))) throw notAccepted
  return { counter: info.newCounter, backedUp: info.credentialBackedUp }
}

const ceremonyOver = refused('unverified', { text: accessMessages.ceremonyOver })

/** Begins a sign-in, or a step-up of the signed-in `member`. */
async function askForPasskey(app: App, reply: FastifyReply, member?: StaffMember) {
  const about = member ? ({ kind: 'step-up', staff_id: member.id } as const) : ({ kind: 'sign-in' } as const)
  const challenge = await giveChallenge(app, reply, about)
  return { options: { ...(await requestOptions(app.config, challenge)) } }
}

/** Signs in the passkey's person, or records the step-up of `member`. */
async function usePasskey(
  app: App,
  reply: FastifyReply,
  { passkey, member }: { passkey: UsedPasskey; member?: StaffMember },
): Promise<typeof ok> {
  const challenge = await takeChallenge(app, reply.request, member ? 'step-up' : 'sign-in')
  if (!challenge || (member && challenge.staff_id !== member.id)) throw ceremonyOver
  const used = await checkUse(app, challenge.challenge, passkey)
  const { staffId, linkBy } = used
  if (!member) {
    const actor = staffActor({ id: staffId })
    await app.db.transaction().execute(async (trx) => {
      await beginSession({ ...app, db: trx }, reply, used)
      const detail = linkDetail(linkBy)
      const entry = { action: 'staff_sign_in', reference: staffId, actor, detail } as const
      await appendAudit(trx, entry, app.clock.now())
    })
    return ok
  }
  if (staffId !== member.id) throw notAccepted
  orRefuse(await stepUpSession(app, reply, member), refused('signed_out'))
  return ok
}

/** Returns the passkey's person once the authenticator's answer and its count are right. */
async function checkUse(
  app: App,
  challenge: string,
  passkey: UsedPasskey,
): Promise<PasskeyOf & { linkBy: string | null }> {
  const { db, clock, log } = app
  const known = orRefuse(await passkeys.findPasskey(db, passkey.id), notAccepted)
  const use = await verifyUse(app.config, { challenge, passkey, known })
  const { id, staff_id: staffId, link_by: linkBy } = known
  if (await passkeys.noteUse(db, { id, ...use, now: clock.now() })) return { staffId, passkeyId: id, linkBy }
  log.warn({ passkey: id }, 'the count of a passkey did not grow: a copy of it may be in use')
  const detail = { what: 'refused as a copy' } as const
  const actor = staffActor({ id: staffId })
  await appendAudit(db, { action: 'staff_passkey', reference: staffId, actor, detail }, clock.now())
  throw refused('unverified', { text: accessMessages.copied })
}
