import * as z from 'zod/mini'
import { languageCodes } from '#contract/messages/languages.ts'
import { aadhaarPerson } from '#contract/schemas/identity.ts'
import { consentVersions } from '#contract/schemas/notices.ts'

/**
 * That somebody pressed Verify, after which words, and when (milliseconds); with the notice that the page showed, if it
 * named one, and the language and the hashes of the words.
 */
const consentGiven = z.object({
  version: z.enum(consentVersions),
  at: z.number(),
  notice: z.optional(z.string()),
  language: z.enum(languageCodes),
  sha256: z.string(),
  noticeSha256: z.optional(z.string()),
})

export type Consent = z.infer<typeof consentGiven>

/**
 * What the server keeps of a visitor between two requests, encrypted; all of it ends with the session.
 * The full Aadhaar number is not among it: its keyed index and its last four digits stand for it.
 */
export const visitorData = z.object({
  /** A code that the Aadhaar provider sent; times in milliseconds. */
  aadhaarCode: z.optional(
    z.object({
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      resendAt: z.number(),
      expiresAt: z.number(),
      consent: consentGiven,
      /** The counts that the code is in, and gives its place back to once it is entered. */
      uses: z.array(
        z.object({ rule: z.object({ name: z.string() }), index: z.string(), endsAt: z.number() }),
      ),
    }),
  ),
  /** A verified number and its holder; the photo is kept beside, since it is large. */
  aadhaar: z.optional(
    z.object({
      /** Of the code that proved it. */
      sessionRef: z.string(),
      index: z.string(),
      lastFour: z.string(),
      person: aadhaarPerson,
      at: z.number(),
      consent: consentGiven,
    }),
  ),
  /** The phone a code of ours was sent to; the state of that code is in the table of codes. */
  phoneCode: z.optional(z.object({ phone: z.string(), consent: consentGiven })),
  phone: z.optional(z.object({ phone: z.string(), at: z.number(), consent: consentGiven })),
  /** The last mandate begun in this session. */
  mandate: z.optional(z.object({ transactionId: z.string() })),
  /** What was typed in step 1, of a visitor whose browser keeps nothing. */
  typed: z.optional(z.record(z.string(), z.string())),
  registration: z.optional(z.object({ id: z.string(), transactionId: z.string() })),
  /** Records opened by their id in this session. */
  opened: z.array(z.string()),
  /** Records whose holder entered a code sent to the phone on record (LINK_STEP_UP). */
  steppedUp: z.array(z.string()),
})
export type VisitorData = z.infer<typeof visitorData>

/** A visitor as a request finds them. */
export interface Visitor {
  /** Names the session inside the server; it opens nothing and is not in the cookie. */
  id: string
  data: VisitorData
}

export const emptyVisitor: VisitorData = { opened: [], steppedUp: [] }

/** The id of a visitor's session in which this phone was verified before. */
export function ownSession(visitor: Visitor | undefined, phone: string): string | undefined {
  return visitor?.data.phone?.phone === phone ? visitor.id : undefined
}

/** Whether a visitor has proven a number or a phone in this session. */
export function hasProven({ aadhaar, phone }: VisitorData): boolean {
  return aadhaar !== undefined || phone !== undefined
}
