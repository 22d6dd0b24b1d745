import type { FieldFault } from '#contract/errors.ts'
import type { FileKind } from '#contract/schemas/documents.ts'
import {
  birthday,
  digits,
  email,
  type Fields,
  FIRST_BIRTHDAY,
  optionalChoice,
  optionalText,
  plainPhone,
  text,
  TEXT_MAX,
} from './field.ts'
import { sectorNames, vacancySectors } from './sectors.ts'
import { jobSeekerServices, serviceNames } from './services.ts'

/** Longest answer about the wanted work. */
const WISH_MAX = 200

/** The fields of an application (specification section 5), followed by those about the wanted work. */
export const applicationFields = {
  full_name: {
    schema: text('applicationForm.full_name', { max: TEXT_MAX }),
    input: { autoComplete: 'name' },
    notice: 'full name',
    desk: 'Name',
    mask: false,
    search: 'name',
    mail: 'line',
  },
  email: {
    schema: email('applicationForm.email'),
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
    notice: 'e-mail address',
    desk: 'E-mail',
    mask: 'email',
    search: 'email',
    mail: 'line',
  },
  phone: {
    schema: digits('applicationForm.phone', { read: plainPhone, shape: /^[0-9]{10}$/ }),
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    notice: 'phone number',
    desk: 'Phone',
    mask: 'phone',
    search: 'phone',
    mail: 'line',
  },
  date_of_birth: {
    schema: birthday('applicationForm.date_of_birth'),
    input: { type: 'date', min: FIRST_BIRTHDAY, autoComplete: 'bday' },
    notice: 'date of birth',
    desk: 'Date of birth',
    mask: 'whole',
    search: false,
    mail: false,
  },
  address: {
    schema: optionalText(TEXT_MAX, 'applicationForm.address.tooLong'),
    input: { rows: 3, autoComplete: 'street-address' },
    notice: 'address',
    desk: 'Address',
    mask: 'whole',
    search: 'place',
    mail: 'paragraph',
  },
  // The form asks for it, first, only after the link of a service.
  service: {
    schema: optionalChoice(jobSeekerServices),
    input: { options: jobSeekerServices },
    notice: 'service',
    desk: 'Service',
    optionNames: serviceNames,
    mask: false,
    search: false,
    asked: true,
    mail: 'line',
  },
  sector: {
    schema: optionalChoice(vacancySectors),
    input: { options: vacancySectors },
    notice: 'sector',
    desk: 'Sector',
    optionNames: sectorNames,
    mask: false,
    search: false,
    asked: true,
    mail: 'line',
  },
  role: {
    schema: optionalText(WISH_MAX, 'applicationForm.wishTooLong'),
    notice: 'role',
    desk: 'Role',
    mask: false,
    search: false,
    asked: true,
    row: 'about',
    mail: 'line',
  },
  experience: {
    schema: optionalText(WISH_MAX, 'applicationForm.wishTooLong'),
    notice: 'experience',
    desk: 'Experience',
    mask: false,
    search: false,
    asked: true,
    row: 'experience',
    mail: 'line',
  },
  work_place: {
    schema: optionalText(WISH_MAX, 'applicationForm.wishTooLong'),
    notice: 'where you want to work',
    desk: 'Wants to work in',
    mask: false,
    search: 'place',
    asked: true,
    row: 'place',
    mail: 'line',
  },
  pay_expected: {
    schema: optionalText(WISH_MAX, 'applicationForm.wishTooLong'),
    notice: 'the pay you expect',
    desk: 'Expects pay of',
    mask: false,
    search: false,
    asked: true,
    mail: 'line',
  },
} as const satisfies Fields

/** The fields about the wanted work. All are optional, and the form asks for them last. */
export const wishFields = [
  'sector',
  'role',
  'experience',
  'work_place',
  'pay_expected',
] as const satisfies (keyof typeof applicationFields)[]

/** The documents of an application by the field they are sent in (specification section 3, spelt as there). */
export const documentFields = {
  resume: { name: 'Resume', required: true, kinds: ['pdf', 'doc', 'docx'] },
  edu_certificate: { name: 'Education certificate', required: false, kinds: ['pdf', 'jpg', 'png'] },
  aadhar_card: { name: 'Aadhaar card', required: false, kinds: ['pdf', 'jpg', 'png'] },
  pan_card: { name: 'PAN card', required: false, kinds: ['pdf', 'jpg', 'png'] },
} as const satisfies Record<string, { name: string; required: boolean; kinds: readonly FileKind[] }>
export type DocumentField = keyof typeof documentFields

export const documentFieldNames = Object.keys(documentFields) as DocumentField[]

export function takesPictures(field: DocumentField): boolean {
  return (documentFields[field].kinds as readonly FileKind[]).includes('jpg')
}

/** Returns an error for each missing required document. */
export function missingDocuments(isThere: (field: DocumentField) => boolean): FieldFault[] {
  return documentFieldNames
    .filter((field) => documentFields[field].required && !isThere(field))
    .map((field) => ({
      field,
      message: {
        key: 'applicationForm.documentRequired',
        values: { document: { key: `documentNames.${field}` } },
      },
    }))
}
