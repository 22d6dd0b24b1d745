import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, UsedPasskey } from '#contract/schemas/staff-access.ts'

/** What a test's authenticator claims; each part can be a lie. */
interface Says {
  origin: string
  /** Whether a frame on another site's page asked. */
  crossOrigin: boolean
  rpId: string
  userVerified: boolean
  /** How often it claims to have been used. */
  counter: number
}

/** A passkey in software: it signs what it is asked to, in the form that browsers send. */
export type Authenticator = ReturnType<typeof newAuthenticator>

export interface Asked {
  challenge: string
  user?: { id: string }
}

const flags = { userPresent: 1, userVerified: 4, credential: 64 }

export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  const says: Says = { origin, crossOrigin: false, rpId, userVerified: true, counter: 0 }
  let userHandle = ''
  const known = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const named = { ...known, type: 'public-key', clientExtensionResults: {} } as const

  return {
    create({ challenge, user }: Asked, lies: Partial<Says> = {}): NewPasskey {
      userHandle = user?.id ?? ''
      const said = { ...says, ...lies }
      const length = Buffer.from([0, id.length])
      const key = Buffer.from(isoCBOR.encode(coseKey(publicKey.export({ format: 'jwk' }))))
      const authData = Buffer.concat([dataOf(said, flags.credential), Buffer.alloc(16), length, id, key])
      const attestation = { fmt: 'none', attStmt: new Map(), authData: new Uint8Array(authData) }
      const encoded = isoCBOR.encode(new Map(Object.entries(attestation)) as never)
      const attestationObject = Buffer.from(encoded).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, said).toString('base64url')
      return { ...named, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    use({ challenge }: Asked, lies: Partial<Says> = {}): UsedPasskey {
      const said = { ...says, ...lies }
      const [authData, client] = [dataOf(said), clientData('webauthn.get', challenge, said)]
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

function dataOf({ rpId, userVerified, counter }: Says, more = 0): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const said = flags.userPresent | (userVerified ? flags.userVerified : 0) | more
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([said]), count])
}

function clientData(type: string, challenge: string, { origin, crossOrigin }: Says): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

/** An ES256 key in the numbers of COSE (RFC 9053). */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Map<number, number | Uint8Array> {
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'))
  const key = new Map<number, number | Uint8Array>()
  return key.set(1, 2).set(3, -7).set(-1, 1).set(-2, bytes(x)).set(-3, bytes(y))
}
