import * as z from 'zod'
import { isRealDate } from '#contract/dates.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { oneLine } from '#server/platform/message-text.ts'

const text = z
  .string()
  .max(500)
  .nullish()
  .transform((value) => oneLine(value ?? ''))

/**
 * Of a verified person only what we use (wires 2.3): the number, the signed XML, its archive and that one's password
 * are not even read.
 */
const verified = z.object({
  status: z.literal('success_aadhaar'),
  full_name: text,
  dob: text,
  gender: text,
  zip: text,
  profile_image: z.string().nullish(),
  has_image: z.boolean().nullish(),
  address: z
    .object({ house: text, street: text, landmark: text, dist: text, state: text, country: text })
    .nullish(),
})

const noAddress = { house: '', street: '', landmark: '', dist: '', state: '', country: '' }
const genders: Record<string, AadhaarPerson['gender']> = { M: 'M', F: 'F', T: 'O', O: 'O' }

/** The person in our words, empty where the provider gave nothing usable; undefined when it is no person at all. */
export function personFrom(data: unknown): AadhaarPerson | undefined {
  const read = verified.safeParse(data)
  if (!read.success) return undefined
  const { full_name, dob, gender, zip, address, profile_image, has_image } = read.data
  return {
    full_name,
    dob: isRealDate(dob) ? dob : '',
    gender: genders[gender.toUpperCase()] ?? '',
    zip,
    profile_image: has_image === false ? '' : photoIn(profile_image ?? ''),
    address: address ?? noAddress,
  }
}

/** Characters of base64 that the largest photo we take has; real ones are some kilobytes. */
const PHOTO_MAX_CHARS = 1024 * 1024
const beginnings = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])]

/** The base64 of a JPEG or PNG picture, or nothing: a person without a photo uploads one. */
function photoIn(given: string): string {
  const base64 = given.replace(/^data:image\/[a-z]+;base64,/, '').replace(/\s+/g, '')
  if (base64.length > PHOTO_MAX_CHARS) return ''
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) return ''
  return beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning)) ? base64 : ''
}
