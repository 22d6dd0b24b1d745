import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { AADHAAR_DIGITS, plainDigits } from '#contract/fields.ts'
import { filledFrom, maskAadhaar, type FilledField } from '#contract/schemas/identity.ts'
import { detailFields, detailsIn, plain, readDetails, type DetailField, type Details } from './details.ts'
import type { Facts } from './session-state.ts'

export type Filled = Partial<Record<DetailField, string>>
const nothing: Filled = {}

/** The form of step 1. What the server knows is laid over what is typed; what it verified cannot be typed over. */
export function useDetails(facts: Facts) {
  const element = useRef<HTMLFormElement>(null)
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<Details>({ resolver: resolverFor(element), mode: 'onTouched' })
  const number = useWatch({ control: form.control, name: 'aadhaar_no' })
  const person = facts.aadhaar?.masked === number ? facts.aadhaar?.person : undefined
  const filled: Filled = useMemo(() => (person ? filledFrom(person) : nothing), [person])

  useEffect(() => {
    const set = (field: DetailField, value: string) => form.setValue(field, value)
    const { aadhaar_no = '', phone = '' } = form.getValues()
    const known = facts.aadhaar?.masked ?? facts.aadhaarCode?.shown
    if (known && (aadhaar_no === '' || masksTo(aadhaar_no, facts.aadhaar?.masked))) set('aadhaar_no', known)
    const knownPhone = facts.phone ?? facts.phoneCode?.shown
    if (knownPhone && phone === '') set('phone', knownPhone)
  }, [facts.aadhaar, facts.aadhaarCode, facts.phone, facts.phoneCode])

  useEffect(() => {
    for (const field of detailFields) {
      const value = facts.typed[field]
      if (value && !form.getValues(field)) form.setValue(field, value)
    }
  }, [facts.typed])

  useEffect(() => {
    const fields = Object.entries(filled) as [FilledField, string][]
    for (const [field, value] of fields) {
      form.setValue(field, value)
      form.clearErrors(field)
    }
    // Of another number it is another person: nothing of the one before stays.
    return () => {
      for (const [field] of fields) form.setValue(field, '')
    }
  }, [filled])

  return { form, element, filled, person }
}

/** Whether a whole number is the one that is verified, as after an answer that was lost. */
function masksTo(number: string, masked: string | undefined): boolean {
  const digits = plainDigits(number)
  return digits.length === AADHAAR_DIGITS && maskAadhaar(digits.slice(-4)) === masked
}

/** Whether both numbers are verified as they stand in the form. */
export function isVerified(facts: Facts, details: Partial<Details>): { aadhaar: boolean; phone: boolean } {
  const { aadhaar_no, phone } = plain(details)
  return {
    aadhaar: facts.aadhaar !== null && facts.aadhaar.masked === aadhaar_no,
    phone: facts.phone !== null && facts.phone === phone,
  }
}

/** Puts what stands in the page into the form's own memory, where a browser did not tell of it. */
export function readPage(form: ReturnType<typeof useDetails>['form'], element: HTMLFormElement): void {
  const written = detailsIn(element)
  for (const [field, value] of Object.entries(written) as [DetailField, string][]) {
    // Set anew, a date of which only a part is typed would be emptied.
    if (value !== form.getValues(field)) form.setValue(field, value)
  }
}

/**
 * Checks by the contract's schema. A browser gives a date that is typed half, or that no calendar has, as none at all:
 * that is not the same as none.
 */
function resolverFor(element: RefObject<HTMLFormElement | null>): Resolver<Details> {
  return (values) => {
    const birth = element.current?.elements.namedItem('dob')
    const isUnreadable = birth instanceof HTMLInputElement && birth.validity.badInput
    const read = readDetails(isUnreadable ? { ...values, dob: '?' } : values)
    if (read.ok) return { values: read.details, errors: {} }
    const errors = read.errors.map(({ field, message }) => [field, { type: 'check', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
