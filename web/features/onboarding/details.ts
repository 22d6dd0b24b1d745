import * as z from 'zod/mini'
import { AADHAAR_DIGITS, executiveFields } from '#contract/fields/executive.ts'
import { namesOf, plainDigits, plainPhone, shapeOf } from '#contract/fields/field.ts'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type FilledField, filledFrom, maskAadhaar } from '#contract/schemas/identity.ts'
import { useFields } from '#web/lib/form.ts'
import type { SessionState } from './session-state.ts'
import { executiveForm } from '#messages/identity.ts'

/** Everything of step 1 that is typed; a verified number is masked in the form, and the page does not know it any more. */
const detailsSchema = z.object(shapeOf(executiveFields))
export type DetailField = keyof typeof executiveFields
export type Details = Record<DetailField, string>

export const detailFields = namesOf(executiveFields)

/** As it is sent: people put spaces and dashes into numbers. */
export function plain(details: Partial<Details>): Partial<Details> {
  const { aadhaar_no, phone, pincode } = details
  return {
    ...details,
    ...(aadhaar_no === undefined ? {} : { aadhaar_no: plainDigits(aadhaar_no) }),
    ...(phone === undefined ? {} : { phone: plainPhone(phone) }),
    ...(pincode === undefined ? {} : { pincode: plainDigits(pincode) }),
  }
}

/** The details as they are sent, or what is wrong with them. */
export function readDetails(details: Partial<Details>) {
  return detailsSchema.safeParse(plain(details))
}

export type Filled = Partial<Record<DetailField, string>>
const nothing: Filled = {}

export type DetailsForm = ReturnType<typeof useFields<typeof executiveFields>>

/** The form of step 1. What the server knows replaces what is typed; what it verified is locked. */
export function useDetails(session: SessionState) {
  const details = useFields({ fields: executiveFields, words: { executiveForm } })
  const { form } = details
  const number = useWatch({ control: form.control, name: 'aadhaar_no' })
  const person = session.aadhaar?.masked === number ? session.aadhaar?.person : undefined
  const filled: Filled = useMemo(() => (person ? filledFrom(person) : nothing), [person])

  useEffect(() => {
    const set = (field: DetailField, value: string) => form.setValue(field, value)
    const { aadhaar_no = '', phone = '' } = form.getValues()
    const known = session.aadhaar?.masked ?? session.aadhaarCode?.shown
    // As after an answer that was lost; of a number that a code is out for, another person may have the same last digits.
    const isVerifiedNow =
      session.aadhaarCode === null && shownAadhaar(plainDigits(aadhaar_no)) === session.aadhaar?.masked
    if (known && (aadhaar_no === '' || isVerifiedNow)) set('aadhaar_no', known)
    const knownPhone = session.phone ?? session.phoneCode?.shown
    if (knownPhone && phone === '') set('phone', knownPhone)
  }, [session.aadhaar, session.aadhaarCode, session.phone, session.phoneCode])

  useEffect(() => details.fill(session.typed), [session.typed])

  useEffect(() => {
    const entries = Object.entries(filled) as [FilledField, string][]
    for (const [field, value] of entries) {
      form.setValue(field, value)
      form.clearErrors(field)
    }
    // Another number is another person: nothing of the one before may stay.
    return () => {
      for (const [field] of entries) form.setValue(field, '')
    }
  }, [filled])

  return { details, filled, person }
}

/** A number as it is shown once it is verified, or while its code is on its way. */
export function shownAadhaar(number: string): string {
  return number.length === AADHAAR_DIGITS ? maskAadhaar(number.slice(-4)) : number
}

/** Whether the numbers in the form are verified. */
export function isVerified(
  session: SessionState,
  details: Partial<Details>,
): { aadhaar: boolean; phone: boolean } {
  const { aadhaar_no, phone } = plain(details)
  return {
    aadhaar: session.aadhaar !== null && session.aadhaar.masked === aadhaar_no,
    phone: session.phone !== null && session.phone === phone,
  }
}
