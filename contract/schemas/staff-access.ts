import * as z from 'zod/mini'
import { enquiryFields } from '#contract/fields/enquiry.ts'

/** Who works at the desk, from the least to the most that one may. */
export const staffRoles = ['viewer', 'recruiter', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

const instant = z.string()
const role = z.enum(staffRoles)

/** Who is signed in. */
export const staffMe = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** When what needs a step-up ends being allowed; null where a passkey must be used first. */
  steppedUpUntil: z.nullable(instant),
})
export type StaffMe = z.infer<typeof staffMe>

const base64url = z.string().check(z.regex(/^[\w-]*$/))
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** What a browser made of a new passkey (WebAuthn, RegistrationResponseJSON), as far as it is read. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
  clientExtensionResults: z.object({
    credProps: z.optional(z.object({ rk: z.optional(z.boolean()) })),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** What a browser made of a passkey that was used (AuthenticationResponseJSON). */
export const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
  clientExtensionResults: z.object({}),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

/** Options of a ceremony for the browser's own call, which alone reads them. */
export const ceremonyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

const token = z.string().check(z.regex(/^[\w-]{32}$/))
export const enrolRequest = z.object({ token })
/** `replaces`: whether the person has passkeys, whose place the new one takes. */
export const enrolOptions = z.extend(ceremonyOptions, { name: z.string(), replaces: z.boolean() })
export const enrolAnswer = z.object({ token, passkey: newPasskey })
export const signInAnswer = z.object({ passkey: usedPasskey })
export const addPasskeyAnswer = z.object({ passkey: newPasskey })

/** Whether somebody who tries the product may make themselves its first owner, and the enrolment's token. */
export const firstOwnerOffer = z.object({ offered: z.boolean() })
export const firstOwnerAnswer = z.object({ token })

const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const passkeyItem = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  usedAt: z.nullable(instant),
  /** Copied to the owner's other devices by their maker. */
  backedUp: z.boolean(),
})
export type PasskeyItem = z.infer<typeof passkeyItem>
export const passkeyList = z.object({ passkeys: z.array(passkeyItem) })
export const renamePasskey = z.object({ name: passkeyName })

export const sessionItem = z.object({
  id: z.string(),
  browser: z.string(),
  createdAt: instant,
  usedAt: instant,
  isCurrent: z.boolean(),
  /** The colleague whose enrolment link its passkey was created with; null where it was the person’s own. */
  linkFrom: z.nullable(z.string()),
})
export type SessionItem = z.infer<typeof sessionItem>
export const sessionList = z.object({ sessions: z.array(sessionItem) })

/** Everybody to whom a record can be assigned. */
export const colleagueList = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })

/** Somebody of the desk, as owners see them. */
export const staffPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** `invited`: no passkey yet. */
  state: z.enum(['active', 'invited', 'disabled']),
  passkeys: z.number(),
  sessions: z.number(),
  createdAt: instant,
})
export type StaffPerson = z.infer<typeof staffPerson>
export const staffPeople = z.object({ people: z.array(staffPerson) })

export const invitePerson = z.object({
  name: enquiryFields.name.schema,
  email: enquiryFields.email.schema,
  role,
})
export type InvitePerson = z.infer<typeof invitePerson>
/** The whole address to hand over; it is shown once. */
export const invitation = z.object({ link: z.string(), expiresAt: instant })
export const changePerson = z.object({ role: z.optional(role), disabled: z.optional(z.boolean()) })
export type ChangePerson = z.infer<typeof changePerson>
export const endedSessions = z.object({ ended: z.number() })
/** What a call answers that has nothing to say. */
export const done = z.object({ ok: z.literal(true) })
