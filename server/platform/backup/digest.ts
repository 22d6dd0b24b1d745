import { createHash } from 'node:crypto'

/** What was counted of a set: how many, and a hash that is the same in whatever order they came. */
export interface Counted {
  count: number
  /** Sum of the SHA-256 of each, modulo 2^256, in hexadecimal. */
  digest: string
}

/** Counts things one after the other. The engines order text differently, so the hash must not depend on it. */
export function createCounter(): { add(text: string | Uint8Array): void; counted(): Counted } {
  let count = 0
  let sum = 0n
  return {
    add(text) {
      count += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
    },
    counted: () => ({ count, digest: sum.toString(16).padStart(64, '0') }),
  }
}
