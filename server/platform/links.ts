import { timingSafeEqual } from 'node:crypto'
import { type Clock, CLOCK_SLACK_MS } from './clock.ts'
import type { FieldCipher } from './crypto/field-cipher.ts'

/** Milliseconds for which a link is valid. */
const LIFE_MS = 15 * 60_000

/** The part of a signed address after its path. */
interface LinkProof {
  expires?: string | undefined
  signature?: string | undefined
}

/** Addresses that need no other credential, each for one path and a quarter of an hour. */
export interface SignedLinks {
  make(path: string): string
  /** Returns whether the signature is ours, for this path, and not expired. */
  holds(path: string, proof: LinkProof): boolean
}

export function createSignedLinks(deps: {
  cipher: FieldCipher
  clock: Clock
  publicUrl: string
}): SignedLinks {
  const { cipher, clock, publicUrl } = deps
  const sign = (path: string, expires: string) => cipher.macs('signed links', `${expires} ${path}`)

  return {
    make(path) {
      const expires = String(clock.now() + LIFE_MS)
      return `${publicUrl}${path}?expires=${expires}&signature=${sign(path, expires)[0]}`
    },
    holds(path, { expires = '', signature = '' }) {
      const left = Number(expires) - clock.now()
      if (!/^[0-9]{1,15}$/.test(expires) || left <= 0 || left > LIFE_MS + CLOCK_SLACK_MS) return false
      const given = Buffer.from(signature)
      const right = sign(path, expires).map((text) => Buffer.from(text))
      return right.some((one) => one.length === given.length && timingSafeEqual(one, given))
    },
  }
}
