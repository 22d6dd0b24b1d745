import { type ComponentType, useEffect, useMemo, useRef } from 'react'
import type { SessionState } from './session-state.ts'
import type { Photo } from './identity/photo-field.tsx'
import type { Order } from './mandate/attempts.ts'
import { type BankForm, BANK_KEY } from './mandate/bank-form.ts'
import type { Acceptance } from './mandate/gateway/bank-answer.ts'
import type { Finished } from './mandate/run-machine.ts'
import * as z from 'zod/mini'
import { AADHAAR_DIGITS, executiveFields } from '#contract/fields/executive.ts'
import { plainDigits, plainPhone, shapeOf } from '#contract/fields/field.ts'
import { useWatch } from 'react-hook-form'
import { type FilledField, filledFrom, maskAadhaar } from '#contract/schemas/identity.ts'
import { useFields } from '#web/lib/form.ts'
import { executiveForm } from '#messages/identity.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'

/** What the steps share: everything known and typed so far, and the two ways out of a step. */
export interface Wizard {
  session: SessionState
  /** Notes what a call has changed. */
  change(to: Partial<SessionState>): void
  /** Asks the server again; answers what it knows, or undefined when it could not be asked. */
  reload(): Promise<SessionState | undefined>
  /** The form of step 1; what is typed stays while other steps are shown. */
  details: DetailsForm
  /** What the Aadhaar record filled in, by field; such a field is locked. */
  filled: Filled
  photo: Photo
  /** What is typed in step 2; it stays while other steps are shown. */
  bank: BankForm
  /** This step is done. */
  next(): void
  back(): void
  /** Leads to step 1, with a message, if the server no longer has both numbers as verified; answers whether it did. */
  restart(): Promise<boolean>
  /** Registers the person, once the bank has accepted the mandate; never rejects. */
  register(order: Order, acceptance: Acceptance): Promise<Finished>
}

/** How far the registration is, for the table of steps. */
export interface Progress {
  session: SessionState
  /** Both numbers verified, and every field of step 1 filled correctly. */
  identityDone: boolean
}

/** One step: a folder with its view, and when it may be entered. The server refuses what is out of order all the same. */
export interface Step {
  name: string
  /** In a word. */
  short: string
  View: ComponentType<{ wizard: Wizard }>
  /** Has the code of a later step here before it is shown. */
  fetch?(): Promise<boolean>
  isOpen(progress: Progress): boolean
  /** Whether a returning visitor has begun this step. */
  isBegun(session: SessionState): boolean
}

/** Everything of step 1 that is typed; a verified number is masked in the form, and the page does not know it any more. */
const detailsSchema = z.object(shapeOf(executiveFields))
export type DetailField = keyof typeof executiveFields
export type Details = Record<DetailField, string>

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
      // What the server knows must not outlive the server's memory of it.
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

/** What a person typed in step 1: neither the number nor what its record filled in. */
export function typedIn({ details: { form }, filled }: Wizard): Record<string, string> {
  const typed = Object.entries(plain(form.getValues())).filter(
    ([field, value]) => value && field !== 'aadhaar_no' && !(field in filled),
  )
  return Object.fromEntries(typed)
}

const KEY = 'registration'
const PHOTO_KEY = 'registration-photo'

/** What was typed in this tab before a refresh, and the person's own photo as a data address. */
export function readDraft(): Record<string, string> | undefined {
  const [typed, photo] = [readTexts(KEY), readTexts(PHOTO_KEY)]
  return typed || photo ? { ...typed, ...photo } : undefined
}

/** The Aadhaar number is never part of it. Where both have no room, the words stay. */
export function keepDraft({ aadhaar_no: _, ...typed }: Record<string, string>): void {
  if (storeTexts(KEY, typed)) return
  forget(PHOTO_KEY)
  storeTexts(KEY, typed)
}

/** Apart from the words, which change with every key: a photo has hundreds of kilobytes. One without room is left out. */
export function keepPhoto(photo: string): void {
  if (!storeTexts(PHOTO_KEY, { photo })) forget(PHOTO_KEY)
}

export function forgetDraft(): void {
  forget(KEY, PHOTO_KEY, BANK_KEY)
}

/** Keeps the person's own photo over a refresh. */
export function usePhotoDraft(photo: Photo): void {
  useEffect(() => {
    const kept = readDraft()?.['photo']
    if (kept) photo.restore(kept)
  }, [])
  const hadPhoto = useRef(false)
  useEffect(() => {
    // Not at the start, when nothing is new and the photo of before a refresh is still to be restored.
    if (!photo.own && !hadPhoto.current) return
    hadPhoto.current = true
    keepPhoto(photo.own ?? '')
  }, [photo.own])
}
