import * as z from 'zod/mini'
import { enquiryFields } from '#contract/fields/enquiry.ts'

/** The roles at the desk, in ascending order of rights. */
export const staffRoles = ['viewer', 'recruiter', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

const instant = z.string()
const role = z.enum(staffRoles)

/** The signed-in member of staff. */
export const staffMe = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** Until when actions that need a step-up are allowed; null if a passkey has to be used first. */
  steppedUpUntil: z.nullable(instant),
})
export type StaffMe = z.infer<typeof staffMe>

const base64url = z.string().check(z.regex(/^[\w-]*$/))
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** The browser's answer about a new passkey (WebAuthn, RegistrationResponseJSON), as far as it is read. */
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

/** The browser's answer about a used passkey (AuthenticationResponseJSON). */
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

/** Options of a WebAuthn ceremony for the browser's call. */
export const ceremonyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

const token = z.string().check(z.regex(/^[\w-]{32}$/))
export const enrolRequest = z.object({ token })
/** `replaces`: the person has passkeys, which the new one replaces. */
export const enrolOptions = z.extend(ceremonyOptions, { name: z.string(), replaces: z.boolean() })
export const enrolAnswer = z.object({ token, passkey: newPasskey })
export const signInAnswer = z.object({ passkey: usedPasskey })
export const addPasskeyAnswer = z.object({ passkey: newPasskey })

/** Whether a person trying the product may become its first owner, and the enrolment token. */
export const firstOwnerOffer = z.object({ offered: z.boolean() })
export const firstOwnerAnswer = z.object({ token })

const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const passkeyItem = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  usedAt: z.nullable(instant),
  /** Synced to the owner's other devices. */
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
  /** The colleague whose enrolment link created the passkey; null if the person added it alone. */
  linkFrom: z.nullable(z.string()),
})
export type SessionItem = z.infer<typeof sessionItem>
export const sessionList = z.object({ sessions: z.array(sessionItem) })

/** People to whom records can be assigned. */
export const colleagueList = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })

/** A member of staff, as owners see them. */
export const staffPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** `invited`: has no passkey yet. */
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
/** The enrolment link to hand over, shown once. */
export const invitation = z.object({ link: z.string(), expiresAt: instant })
export const changePerson = z.object({ role: z.optional(role), disabled: z.optional(z.boolean()) })
export type ChangePerson = z.infer<typeof changePerson>
export const endedSessions = z.object({ ended: z.number() })
/** The answer of calls without a result. */
export const done = z.object({ ok: z.literal(true) })
