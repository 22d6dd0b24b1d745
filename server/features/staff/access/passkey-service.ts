import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { accessMessages } from '#contract/messages/staff-access.ts'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'
import { type Refused, refused } from '#server/features/staff/desk-rules.ts'
import { CHALLENGE_LIFE_MS } from './rules.ts'

export interface PartyConfig {
  publicUrl: string
  agency: { name: string }
}

/** Whom a passkey is for; from the settings, never from a header. */
function expected({ publicUrl }: PartyConfig) {
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

export function creationOptions(config: PartyConfig, { challenge, person, known }: NewFor) {
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

export function requestOptions(config: PartyConfig, challenge: string) {
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
export async function verifyNew(config: PartyConfig, challenge: string, passkey: NewPasskey) {
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
export async function verifyUse(
  config: PartyConfig,
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
