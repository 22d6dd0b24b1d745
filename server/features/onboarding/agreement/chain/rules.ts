import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type AcceptanceEvent,
  acceptanceEvents,
} from '#server/features/onboarding/agreement/document/agreement-data.ts'

const kinds = Object.keys(acceptanceEvents) as [AcceptanceEvent, ...AcceptanceEvent[]]

/** Where something came from, as our server saw it. */
const caller = { address: z.string(), agent: z.string() }

/** What can happen to an agreement. All of it may be personal and is kept signed. */
export const agreementEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shown'), ...caller, formSha256: z.string() }),
  /** The link was confirmed by a code sent to the phone on record. */
  z.object({ kind: z.literal('confirmed'), ...caller }),
  z.object({
    kind: z.literal('accepted'),
    ...caller,
    signName: z.string(),
    words: z.string(),
    person: z.object({ name: z.string(), aadhaarMasked: z.string(), phoneMasked: z.string() }),
    events: z.array(z.object({ kind: z.enum(kinds), at: z.number() })),
    mandate: z.object({
      transactionId: z.string(),
      registrationNo: z.string(),
      status: z.enum(['Initiated', 'Success', 'Failed']),
    }),
    shown: z.object({ pdfSha256: z.string(), textSha256: z.string() }),
  }),
  z.object({
    kind: z.literal('sealed'),
    pdfSha256: z.string(),
    /** Lower-case hexadecimal SHA-256 of the certificate, as the signature's `certificate`. */
    certificate: z.string(),
    level: z.enum(['B-B', 'B-T']),
  }),
  z.object({ kind: z.literal('sent'), to: z.enum(['person', 'agency']) }),
])
export type AgreementEvent = z.infer<typeof agreementEvent>

/** One entry of an agreement's chain; `text` is the event as JSON with a salt, exactly as it was hashed. */
export interface ChainEntry {
  executiveId: string
  /** From 1 on. */
  number: number
  at: number
  text: string
}

/** The entry's hash over itself and the hash of the one before it, so that none can be altered, dropped or moved. */
export function entryHash(previous: string, { executiveId, number, at, text }: ChainEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, executiveId, number, at, text]))
    .digest('hex')
}

/** An entry as it lies there; its text is undefined where it no longer opens. */
export interface StoredEntry extends Omit<ChainEntry, 'text'> {
  text: string | undefined
  hash: string
}

/** Why a chain is not whole, in words; undefined when it is. */
export function chainFault(chain: {
  entries: readonly StoredEntry[]
  length: number
  head: string
}): string | undefined {
  let previous = ''
  for (const [index, entry] of chain.entries.entries()) {
    const number = index + 1
    if (entry.number !== number) return `entry ${number} is missing`
    if (entry.text === undefined) return `entry ${number} was altered: it does not open`
    if (entryHash(previous, { ...entry, text: entry.text }) !== entry.hash) {
      return `entry ${number} was altered: its hash is another`
    }
    previous = entry.hash
  }
  if (chain.entries.length !== chain.length) {
    return `it has ${chain.entries.length} entries where ${chain.length} were written`
  }
  return previous === chain.head ? undefined : 'its end is not the one written down'
}
