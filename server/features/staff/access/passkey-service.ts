import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'
import type { App } from '#server/context.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { StaffChallengeRow } from '#server/platform/db/schema.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { cookieHash, giveCookie, hostCookie, newToken } from '#server/platform/sessions/cookie.ts'
import * as store from './passkey-store.ts'
import { CHALLENGE_LIFE_MS, linkDetail, type StaffMember, staffActor } from './rules.ts'
import { beginSession, type PasskeyOf, stepUpSession } from './session-service.ts'

/** What a ceremony is for, and whose it is where that is known before it ends. */
type About = Pick<StaffChallengeRow, 'kind'> & Partial<Pick<StaffChallengeRow, 'staff_id' | 'invitation'>>

const CHALLENGE_BYTES = 32
const COOKIE = 'staff-ceremony'

/** A challenge for the browser that begins a ceremony: for it alone, once, for five minutes. */
export async function giveChallenge(
  { db, clock, config }: App,
  reply: FastifyReply,
  about: About,
): Promise<string> {
  const challenge = freshBytes(CHALLENGE_BYTES).toString('base64url')
  const { token, hash } = newToken()
  const maxAge = CHALLENGE_LIFE_MS / 1000
  giveCookie(reply, hostCookie(COOKIE, config), { token, sameSite: 'strict', maxAge })
  const row = { staff_id: null, invitation: null, ...about, hash, challenge }
  await store.insertChallenge(db, { ...row, created_at: clock.now() })
  return challenge
}

/** The challenge that this browser was given, which is used up with it. */
export async function takeChallenge(
  { db, clock, config }: App,
  request: FastifyRequest,
  kind: StaffChallengeRow['kind'],
): Promise<StaffChallengeRow | undefined> {
  const hash = cookieHash(request, hostCookie(COOKIE, config))
  if (hash === undefined) return undefined
  return store.takeChallenge(db, { hash, kind, now: clock.now() })
}

/** Whom a passkey is for; from the settings, never from a header. */
function expected({ publicUrl }: App['config']) {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

function toBytes(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

/** Both ceremonies verify the person and keep the passkey on the device, where it signs in by itself. */
const authenticatorSelection = { residentKey: 'required', userVerification: 'required' } as const
const timeout = CHALLENGE_LIFE_MS
/** EdDSA, ES256 and RS256 (COSE), which every authenticator has one of. */
const supportedAlgorithmIDs = [-8, -7, -257]

interface NewFor {
  challenge: string
  person: { name: string; email: string; user_handle: string }
  /** Ids of passkeys whose authenticators need no second one. */
  known: string[]
}

export function creationOptions(config: App['config'], { challenge, person, known }: NewFor) {
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

function requestOptions(config: App['config'], challenge: string) {
  const { userVerification } = authenticatorSelection
  return generateAuthenticationOptions({
    rpID: expected(config).expectedRPID,
    challenge: toBytes(challenge),
    timeout,
    userVerification,
  })
}

export const notAccepted = refused('unverified', accessMessages.notAccepted)

/** Whether a frame on another site's page asked: the desk is never in one, and the library takes it unless the page is named. */
function isFramed({ response }: NewPasskey | UsedPasskey): boolean {
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true
}

/** What an authenticator registered, if it did so for us, for this challenge, and made sure of the person. */
export async function verifyNew(config: App['config'], challenge: string, passkey: NewPasskey) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    expectedChallenge: challenge,
    ...expected(config),
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || isFramed(passkey)) return notAccepted
  if (passkey.clientExtensionResults.credProps?.rk === false)
    return refused('unverified', accessMessages.notResident)
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

/**
 * What an authenticator says of a use, if its signature is right. The count is judged by whoever writes it down: only
 * after the signature does it prove anything.
 */
async function verifyUse(
  config: App['config'],
  { challenge, passkey, known }: { challenge: string; passkey: UsedPasskey; known: Known },
): Promise<{ counter: number; backedUp: boolean } | Refused> {
  // A passkey that the device keeps names its person; one that does not may be no resident key.
  if (passkey.response.userHandle !== known.user_handle) return notAccepted
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: passkey as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    ...expected(config),
    requireUserVerification: true,
    credential: { id: known.credential_id, publicKey: toBytes(known.public_key), counter: 0 },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified || !info || isFramed(passkey)) return notAccepted
  return { counter: info.newCounter, backedUp: info.credentialBackedUp }
}

export const ceremonyOver = refused('unverified', accessMessages.ceremonyOver)

/** Begins a sign-in, or a step-up of whoever is signed in. */
export async function askForPasskey(app: App, reply: FastifyReply, member?: StaffMember) {
  const about = member ? ({ kind: 'step-up', staff_id: member.id } as const) : ({ kind: 'sign-in' } as const)
  const challenge = await giveChallenge(app, reply, about)
  return { options: { ...(await requestOptions(app.config, challenge)) } }
}

/** Signs in whoever's passkey this is, or notes the step-up of `member`; answers what was refused. */
export async function usePasskey(
  app: App,
  reply: FastifyReply,
  { passkey, member }: { passkey: UsedPasskey; member?: StaffMember },
): Promise<Refused | undefined> {
  const challenge = await takeChallenge(app, reply.request, member ? 'step-up' : 'sign-in')
  if (!challenge || (member && challenge.staff_id !== member.id)) return ceremonyOver
  const used = await checkUse(app, challenge.challenge, passkey)
  if (used instanceof Refused) return used
  const { staffId, linkBy } = used
  if (!member) {
    const actor = staffActor({ id: staffId })
    await app.db.transaction().execute(async (trx) => {
      await beginSession({ ...app, db: trx }, reply, used)
      const detail = linkDetail(linkBy)
      const entry = { action: 'staff_sign_in', reference: staffId, actor, detail } as const
      await appendAudit(trx, entry, app.clock.now())
    })
    return undefined
  }
  if (staffId !== member.id) return notAccepted
  return (await stepUpSession(app, reply, member)) ? undefined : refused('signed_out')
}

/** Whose passkey it is, once the authenticator's answer and its count are right. */
async function checkUse(
  app: App,
  challenge: string,
  passkey: UsedPasskey,
): Promise<(PasskeyOf & { linkBy: string | null }) | Refused> {
  const { db, clock, log } = app
  const known = await store.findPasskey(db, passkey.id)
  if (!known) return notAccepted
  const use = await verifyUse(app.config, { challenge, passkey, known })
  if (use instanceof Refused) return use
  const { id, staff_id: staffId, link_by: linkBy } = known
  if (await store.noteUse(db, { id, ...use, now: clock.now() })) return { staffId, passkeyId: id, linkBy }
  log.warn({ passkey: id }, 'the count of a passkey did not grow: a copy of it may be in use')
  const detail = { what: 'refused as a copy' }
  const actor = staffActor({ id: staffId })
  await appendAudit(db, { action: 'staff_passkey', reference: staffId, actor, detail }, clock.now())
  return refused('unverified', accessMessages.copied)
}
