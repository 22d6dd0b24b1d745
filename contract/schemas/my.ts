import * as z from 'zod/mini'
import { applicationFields, documentFieldNames } from '#contract/fields/application.ts'
import { executiveFields } from '#contract/fields/executive.ts'
import { type Fields, otp, shapeOf } from '#contract/fields/field.ts'
import { languageCodes } from '#contract/messages/languages.ts'
import { otpState } from './identity.ts'
import { rowId } from './staff-records.ts'
import { vacancyReference } from './vacancy-named.ts'

/** The kinds of records whose people have a page of their own. */
const ownKinds = ['applications', 'executives'] as const
export type OwnKind = (typeof ownKinds)[number]

/** What people may correct of themselves; another phone has to be proven by a code first. */
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

/** What a person's own page says of an application, or of them at a vacancy. */
const ownStages = [
  'received',
  'considered',
  'interview',
  'interviewed',
  'placed',
  'rejected',
  'withdrawn',
  // The vacancy is; of an application, every vacancy at which the person stood.
  'closed',
] as const
export type OwnStage = (typeof ownStages)[number]

const named = {
  reference: vacancyReference,
  title: z.string(),
  /** In which the title is written. */
  language: z.enum(languageCodes),
}

/** A published vacancy that the person may apply to; `place` is empty of one that is fully remote. */
const openVacancy = z.object({ ...named, place: z.string(), address: z.string(), openUntil: z.string() })
export type OpenVacancy = z.infer<typeof openVacancy>

const opened = {
  is: z.literal('open'),
  reference: z.string(),
  name: z.string(),
  /** The day on which the record was stored, YYYY-MM-DD. */
  receivedOn: z.string(),
  phone: z.string(),
  /** The e-mail address that was given last, until its link is opened; empty for none. */
  emailAsked: z.string(),
  /** The texts of `ownFields`. */
  details: z.record(z.string(), z.string()),
  /** What the person has asked for, and the desk has not done yet. */
  asked: z.object({ erasure: z.boolean(), withdrawal: z.boolean() }),
}

const ownApplication = z.object({
  ...opened,
  kind: z.literal('applications'),
  stage: z.enum(ownStages),
  /** In which an application is answered, in words. */
  answeredWithin: z.string(),
  vacancies: z.array(
    z.object({
      ...named,
      stage: z.enum(ownStages),
      /** The day, YYYY-MM-DD. */
      appliedOn: z.string(),
      /** Of its page; empty where it has none. */
      address: z.string(),
    }),
  ),
  openVacancies: z.array(openVacancy),
  documents: z.array(z.object({ field: z.enum(documentFieldNames), name: z.string() })),
  /** What recruiters asked for, in their words, and has not come yet. */
  documentsAsked: z.array(z.object({ id: rowId, document: z.string() })),
})
export type OwnApplication = z.infer<typeof ownApplication>

/** The agreement, or an annex to it by its number. */
const ownAgreement = z.string().check(z.regex(/^(?:agreement|annex-[1-9][0-9]?)$/))

const ownRegistration = z.object({
  ...opened,
  kind: z.literal('executives'),
  mandate: z.enum(['Initiated', 'Success', 'Failed']),
  /** `annex`: the agreement is signed, and an annex to it waits. */
  agreement: z.enum(['unsigned', 'signed', 'annex']),
  /** The day on which the mandate came to stand as it does, YYYY-MM-DD; empty where that is not known. */
  mandateOn: z.string(),
  terms: z.object({
    payee: z.string(),
    /** The last four digits behind X. */
    account: z.string(),
    maxAmount: z.string(),
    /** The days, YYYY-MM-DD. */
    from: z.string(),
    until: z.string(),
  }),
  /** What is signed: the agreement, then the annexes to it. */
  documents: z.array(z.object({ id: ownAgreement, signedOn: z.string() })),
})
export type OwnRegistration = z.infer<typeof ownRegistration>

/** A page of one's own. Before its link is confirmed by a code it says of what kind the record is, and nothing else. */
const ownRecord = z.union([
  z.object({
    is: z.literal('locked'),
    kind: z.enum(ownKinds),
    /** Another phone was put on record within a day, and the earlier one may be put back. */
    phoneChanged: z.optional(z.literal(true)),
  }),
  ownApplication,
  ownRegistration,
])
export type OwnRecord = z.infer<typeof ownRecord>
export const ownResponse = z.object({ message: z.string(), data: ownRecord })

/** Checked by the fields of the record's kind. */
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
/** Beside a document: which of `documentsAsked` it is, or empty for none; where it is not said, the only one of them. */
export const ownDocumentRequest = z.object({ request: z.optional(rowId) })
export const ownEmailRequest = z.object({ proof: z.string().check(z.maxLength(100)) })
export const ownTakeBackRequest = z.object({ otp })
/** The new link, in the place of the one before. */
export const ownTakeBackResponse = z.object({ message: z.string(), data: z.object({ _id: z.string() }) })
/** From one vacancy alone, or from everything. */
export const ownWithdrawRequest = z.object({ vacancy: z.optional(vacancyReference) })
export const ownApplyRequest = z.object({ vacancy: vacancyReference })
