import { type ComponentType, useEffect, useMemo } from 'react'
import type { SessionState } from './session-state.ts'
import type { Photo } from './identity/photo-field.tsx'
import type { Order } from './mandate/attempts.ts'
import { keepDraft, readDraft } from './draft.ts'
import type { BankForm } from './mandate/bank-form.ts'
import type { Acceptance } from './mandate/gateway/bank-answer.ts'
import type { Finished } from './mandate/run-machine.ts'
import * as z from 'zod/mini'
import { AADHAAR_DIGITS, executiveFields } from '#contract/fields/executive.ts'
import { plainDigits, plainPhone, shapeOf } from '#contract/fields/field.ts'
import { useWatch } from 'react-hook-form'
import { type FilledField, filledFrom, maskAadhaar } from '#contract/schemas/identity.ts'
import { useFields } from '#web/lib/form.ts'
import { executiveForm } from '#messages/identity.ts'

/** What the steps share: everything known and typed so far, and the two ways out of a step. */
export interface Wizard {
  session: SessionState
  /** Stores what a call has changed. */
  change(to: Partial<SessionState>): void
  /** Asks the server again; returns what it knows, or undefined if it could not be asked. */
  reload(): Promise<SessionState | undefined>
  /** The form of step 1; what is typed stays while other steps are shown. */
  details: DetailsForm
  /** What the Aadhaar record filled in, by field; such a field is locked. */
  filled: Filled
  photo: Photo
  /** What is typed in step 2; it stays while other steps are shown. */
  bank: BankForm
  /** Completes this step. */
  next(): void
  back(): void
  /** Leads to step 1, with a message, if the server no longer has both numbers as verified; returns whether it did. */
  restart(): Promise<boolean>
  /** Registers the person, once the bank has accepted the mandate; never rejects. */
  register(order: Order, acceptance: Acceptance): Promise<Finished>
}

/** How far the registration is, for the table of steps. */
export interface Progress {
  session: SessionState
  /** Whether both numbers are verified, and every field of step 1 is right. */
  identityDone: boolean
}

/** A step: its view, and when it may be entered. The server checks the order too. */
export interface Step {
  name: string
  /** The name in one word. */
  short: string
  View: ComponentType<{ wizard: Wizard }>
  /** Loads the code of a later step before it is shown. */
  fetch?(): Promise<boolean>
  isOpen(progress: Progress): boolean
  /** Returns whether a returning visitor has begun this step. */
  isBegun(session: SessionState): boolean
}

/** Everything typed in step 1; a verified number is masked in the form, and the page no longer knows it. */
const detailsSchema = z.object(shapeOf(executiveFields))
export type DetailField = keyof typeof executiveFields
export type Details = Record<DetailField, string>

/** Returns the details as they are sent, without the spaces and dashes that people type in numbers. */
export function plain(details: Partial<Details>): Partial<Details> {
  const { aadhaar_no, phone, pincode } = details
  return {
    ...details,
    ...(aadhaar_no === undefined ? {} : { aadhaar_no: plainDigits(aadhaar_no) }),
    ...(phone === undefined ? {} : { phone: plainPhone(phone) }),
    ...(pincode === undefined ? {} : { pincode: plainDigits(pincode) }),
  }
}

/** Returns the details as they are sent, or what is wrong with them. */
export function readDetails(details: Partial<Details>) {
  return detailsSchema.safeParse(plain(details))
}

type Filled = Partial<Record<DetailField, string>>
const nothing: Filled = {}

type DetailsForm = ReturnType<typeof useFields<typeof executiveFields>>

/** The form of step 1. What the server knows replaces what is typed; what it verified is locked. */
export function useDetails(session: SessionState) {
  const details = useFields({
    fields: executiveFields,
    words: { executiveForm },
    draft: {
      read: readDraft,
      // The draft must not keep what the server knows longer than the server does.
      keep: (typed) =>
        keepDraft(Object.fromEntries(Object.entries(typed).filter(([field]) => !(field in filled)))),
    },
  })
  const { form } = details
  const number = useWatch({ control: form.control, name: 'aadhaar_no' })
  const person = session.aadhaar?.masked === number ? session.aadhaar?.person : undefined
  const filled: Filled = useMemo(() => (person ? filledFrom(person) : nothing), [person])

  useEffect(() => {
    const set = (field: DetailField, value: string) => form.setValue(field, value)
    const { aadhaar_no = '', phone = '' } = form.getValues()
    const known = session.aadhaar?.masked ?? session.aadhaarCode?.shown
    // As after a lost answer. While a code is out, another person's number may have the same last digits.
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
    // Another number is another person, so nothing of the previous one may stay.
    return () => {
      for (const [field] of entries) form.setValue(field, '')
    }
  }, [filled])

  return { details, filled, person }
}

/** Returns a number as it is shown once it is verified, or while its code is on its way. */
export function shownAadhaar(number: string): string {
  return number.length === AADHAAR_DIGITS ? maskAadhaar(number.slice(-4)) : number
}

/** Returns whether the numbers in the form are verified. */
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

/** Returns what a person typed in step 1, without the number and what its record filled in. */
export function typedIn({ details: { form }, filled }: Wizard): Record<string, string> {
  const typed = Object.entries(plain(form.getValues())).filter(
    ([field, value]) => value && field !== 'aadhaar_no' && !(field in filled),
  )
  return Object.fromEntries(typed)
}
