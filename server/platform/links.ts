import { timingSafeEqual } from 'node:crypto'
import { type Clock, CLOCK_SLACK_MS } from './clock.ts'
import type { FieldCipher } from './crypto/field-cipher.ts'

/** Milliseconds for which a link opens. */
const LIFE_MS = 15 * 60_000

/** What a signed address carries behind its path. */
interface LinkProof {
  expires?: string | undefined
  signature?: string | undefined
}

/** Addresses that open with nothing but themselves, each one path, for a quarter of an hour. */
export interface SignedLinks {
  /** The whole address, with its proof. */
  make(path: string): string
  /** Whether the proof is ours, of this path, and not past its time. */
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
