import { receipt } from './receipts.ts'
import * as z from 'zod/mini'
import { accountName, accountOrMasked, bankFields, executiveFields } from '#contract/fields/executive.ts'
import { shapeOf } from '#contract/fields/field.ts'
import { bankAnswer, consumerId, mandateTokenRequest, transactionId } from './mandates.ts'

/** The fields of a registration (specification section 3). The photo is sent beside them as `profile_photo`. */
export const registrationFields = z.object({
  ...shapeOf(executiveFields),
  ...shapeOf(bankFields),
  accountName,
  accountNo: accountOrMasked,
  ...bankAnswer,
  transactionId,
  consumerId,
  maxAmount: mandateTokenRequest.shape.maxAmount,
  debitStartDate: mandateTokenRequest.shape.debitStartDate,
  debitEndDate: mandateTokenRequest.shape.debitEndDate,
})
export type RegistrationFields = z.infer<typeof registrationFields>
export const registrationFieldNames = Object.keys(registrationFields.shape) as (keyof RegistrationFields)[]
/** The photo's field, and its name and type (specification section 9). */
export const photoField = 'profile_photo'
export const photoFile = { name: 'profile_photo.png', type: 'image/png' } as const

export const registrationResponse = z.object({
  message: z.string(),
  data: z.array(z.object({ _id: z.string(), agreement_url: z.string() })),
})

/** A person's record as shown to the holder of its link (specification section 3). */
export const personRecord = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dob: z.string(),
  address: z.object({
    address_line: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
  }),
  /** Always masked. */
  aadhaar_no: z.string(),
  profilePhoto: z.string(),
  agreement_url: z.string(),
  signedAgreement: z.boolean(),
  /** Whether an annex awaits acceptance because another mandate replaced a failed one. */
  openAnnex: z.optional(z.boolean()),
  mandate_id: z.object({
    _id: z.string(),
    bankDetails: z.object({
      accountHolderName: z.string(),
      /** Masked unless the mandate failed. */
      accountNumber: z.string(),
      ifscCode: z.string(),
    }),
    mandateDetails: z.object({ registrationStatus: z.enum(['Initiated', 'Success', 'Failed']) }),
  }),
})
export type PersonRecord = z.infer<typeof personRecord>
export const personRecordResponse = z.object({ message: z.string(), data: personRecord })

/** The request to sign an agreement. The server signs its own record of `id`. */
export const agreementRequest = z.object({
  id: z.string(),
  signName: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
})
export const agreementResponse = z.object({ message: z.string(), url: z.string(), ...receipt })
