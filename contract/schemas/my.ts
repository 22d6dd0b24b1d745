import * as z from 'zod/mini'
import { applicationFields, documentFieldNames } from '#contract/fields/application.ts'
import { executiveFields } from '#contract/fields/executive.ts'
import { type Fields, otp, shapeOf } from '#contract/fields/field.ts'
import { languageCodes } from '#contract/messages/languages.ts'
import { otpState } from './identity.ts'
import { rowId } from './staff-records.ts'
import { vacancyReference } from './vacancy-named.ts'

/** The kinds of records with a page for their person. */
const ownKinds = ['applications', 'executives'] as const
export type OwnKind = (typeof ownKinds)[number]

/** Fields that people may correct. A new phone has to be verified by a code first. */
export const ownFields = {
  applications: { email: applicationFields.email, address: applicationFields.address },
  executives: {
    email: executiveFields.email,
    address: executiveFields.address,
    city: executiveFields.city,
    state: executiveFields.state,
    pincode: executiveFields.pincode,
  },
} as const satisfies Record<OwnKind, Fields>

/** Stages of an application, or at a vacancy, on the person's own page. */
const ownStages = [
  'received',
  'considered',
  'interview',
  'interviewed',
  'placed',
  'rejected',
  'withdrawn',
  // The vacancy is closed; for an application, all its vacancies are.
  'closed',
] as const
export type OwnStage = (typeof ownStages)[number]

const named = {
  reference: vacancyReference,
  title: z.string(),
  /** The language of the title. */
  language: z.enum(languageCodes),
}

/** A published vacancy to apply to. `place` is empty for remote work. */
const openVacancy = z.object({ ...named, place: z.string(), address: z.string(), openUntil: z.string() })
export type OpenVacancy = z.infer<typeof openVacancy>

const opened = {
  is: z.literal('open'),
  reference: z.string(),
  name: z.string(),
  /** The day of arrival, YYYY-MM-DD. */
  receivedOn: z.string(),
  phone: z.string(),
  /** A new e-mail address that is not confirmed yet; empty for none. */
  emailAsked: z.string(),
  /** Values of `ownFields`. */
  details: z.record(z.string(), z.string()),
  /** Requests of the person that the desk has not handled yet. */
  asked: z.object({ erasure: z.boolean(), withdrawal: z.boolean() }),
}

const ownApplication = z.object({
  ...opened,
  kind: z.literal('applications'),
  stage: z.enum(ownStages),
  /** The time until an answer, in words. */
  answeredWithin: z.string(),
  vacancies: z.array(
    z.object({
      ...named,
      stage: z.enum(ownStages),
      /** The day, YYYY-MM-DD. */
      appliedOn: z.string(),
      /** The address of the vacancy's page; empty without one. */
      address: z.string(),
    }),
  ),
  openVacancies: z.array(openVacancy),
  documents: z.array(z.object({ field: z.enum(documentFieldNames), name: z.string() })),
  /** Documents that recruiters asked for and the person has not sent. */
  documentsAsked: z.array(z.object({ id: rowId, document: z.string() })),
})
export type OwnApplication = z.infer<typeof ownApplication>

/** The agreement, or an annex by number. */
const ownAgreement = z.string().check(z.regex(/^(?:agreement|annex-[1-9][0-9]?)$/))

const ownRegistration = z.object({
  ...opened,
  kind: z.literal('executives'),
  mandate: z.enum(['Initiated', 'Success', 'Failed']),
  /** `annex`: the agreement is signed and an annex awaits acceptance. */
  agreement: z.enum(['unsigned', 'signed', 'annex']),
  /** The day of the mandate's last change, YYYY-MM-DD; empty if unknown. */
  mandateOn: z.string(),
  terms: z.object({
    payee: z.string(),
    /** X and the last four digits. */
    account: z.string(),
    maxAmount: z.string(),
    /** Days, YYYY-MM-DD. */
    from: z.string(),
    until: z.string(),
  }),
  /** Signed documents: the agreement, then annexes. */
  documents: z.array(z.object({ id: ownAgreement, signedOn: z.string() })),
})
export type OwnRegistration = z.infer<typeof ownRegistration>

/** A person's own page. Until its link is confirmed by a code, it states only the kind of record. */
const ownRecord = z.union([
  z.object({
    is: z.literal('locked'),
    kind: z.enum(ownKinds),
    /** The phone was replaced within the last day and can be restored. */
    phoneChanged: z.optional(z.literal(true)),
  }),
  ownApplication,
  ownRegistration,
])
export type OwnRecord = z.infer<typeof ownRecord>
export const ownResponse = z.object({ message: z.string(), data: ownRecord })

/** Validated by the fields of the record's kind. */
export const ownDetailsRequest = z.record(
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(4000)),
)

/* @__NO_SIDE_EFFECTS__ */
export function ownDetails(kind: OwnKind) {
  return z.object(shapeOf<Fields>(ownFields[kind]))
}

export const ownPhoneCodeRequest = z.object({ phone: executiveFields.phone.schema })
export const ownPhoneCodeResponse = z.object({ message: z.string(), otp: otpState })
export const ownPhoneRequest = z.object({ phone: executiveFields.phone.schema, otp })
/** The request that a document answers, '' for none; if absent, the only open request. */
export const ownDocumentRequest = z.object({ request: z.optional(rowId) })
export const ownEmailRequest = z.object({ proof: z.string().check(z.maxLength(100)) })
export const ownTakeBackRequest = z.object({ otp })
/** The new link, which replaces the earlier one. */
export const ownTakeBackResponse = z.object({ message: z.string(), data: z.object({ _id: z.string() }) })
/** Withdraws from one vacancy, or from everything. */
export const ownWithdrawRequest = z.object({ vacancy: z.optional(vacancyReference) })
export const ownApplyRequest = z.object({ vacancy: vacancyReference })
