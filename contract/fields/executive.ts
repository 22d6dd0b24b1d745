import * as z from 'zod/mini'
import {
  birthday,
  digits,
  email,
  type Fields,
  FIRST_BIRTHDAY,
  key,
  latinDigits,
  plainDigits,
  plainPhone,
  text,
  TEXT_MAX,
} from './field.ts'

/** Digits of an Aadhaar number. Only the last four are ever shown or stored. */
export const AADHAAR_DIGITS = 12

const long = { max: TEXT_MAX, tooLong: 'executiveForm.tooLong' } as const
const longAtBank = { max: TEXT_MAX, tooLong: 'bankForm.tooLong' } as const

// No stricter than the specification (section 5). The provider decides whether a number exists.
export const aadhaarNumber = digits('executiveForm.aadhaar_no', { shape: /^[0-9]{12}$/ })
/** The number as shown: eight X and the last four digits. */
export const maskedAadhaar = digits('executiveForm.aadhaar_no', { shape: /^X{8}[0-9]{4}$/ })

/** The fields of step 1 and of the record. A verified Aadhaar number is masked. */
export const executiveFields = {
  aadhaar_no: {
    schema: digits('executiveForm.aadhaar_no', { shape: /^(?:[0-9]{12}|X{8}[0-9]{4})$/ }),
    input: { inputMode: 'numeric', autoComplete: 'off' },
    notice: 'aadhaar number',
    desk: 'Aadhaar',
    mask: 'aadhaar',
    search: false,
    mail: false,
  },
  name: {
    schema: text('executiveForm.name', { min: 2, ...long }),
    input: { autoComplete: 'name' },
    notice: 'name',
    desk: 'Name',
    mask: false,
    search: 'name',
    mail: false,
  },
  email: {
    schema: email('executiveForm.email'),
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
    notice: 'e-mail address',
    desk: 'E-mail',
    mask: 'email',
    search: 'email',
    mail: false,
  },
  gender: {
    schema: z.enum(['M', 'F', 'O'], { error: key('executiveForm.gender.required') }),
    input: { autoComplete: 'sex' },
    notice: 'gender',
    desk: 'Gender',
    mask: false,
    search: false,
    mail: false,
  },
  dob: {
    schema: birthday('executiveForm.dob'),
    input: { type: 'date', min: FIRST_BIRTHDAY, autoComplete: 'bday' },
    notice: 'date of birth',
    desk: 'Date of birth',
    mask: 'whole',
    search: false,
    mail: false,
  },
  phone: {
    schema: digits('executiveForm.phone', { read: plainPhone, shape: /^[0-9]{10}$/ }),
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    notice: 'mobile number',
    desk: 'Phone',
    mask: 'phone',
    search: 'phone',
    mail: false,
  },
  address: {
    schema: text('executiveForm.address', { min: 5, ...long }),
    input: { rows: 3, autoComplete: 'street-address' },
    notice: 'address',
    desk: 'Address',
    mask: 'whole',
    search: false,
    mail: false,
  },
  city: {
    schema: text('executiveForm.city', long),
    input: { autoComplete: 'address-level2' },
    notice: 'address',
    desk: 'City',
    mask: false,
    search: 'place',
    mail: false,
  },
  state: {
    schema: text('executiveForm.state', long),
    input: { autoComplete: 'address-level1' },
    notice: 'address',
    desk: 'State',
    mask: false,
    search: 'place',
    mail: false,
  },
  country: {
    schema: text('executiveForm.country', long),
    input: { autoComplete: 'country-name' },
    notice: 'address',
    desk: 'Country',
    mask: false,
    search: false,
    mail: false,
  },
  pincode: {
    schema: digits('executiveForm.pincode', { shape: /^[0-9]{6}$/ }),
    input: { inputMode: 'numeric', autoComplete: 'postal-code' },
    notice: 'address',
    desk: 'PIN code',
    mask: 'whole',
    search: false,
    mail: false,
  },
} as const satisfies Fields

/** The fields of step 2: the account of a mandate. */
export const bankFields = {
  accountName: {
    // The letters that the gateway accepts, after the specification's rule. Phones write another apostrophe.
    schema: text('bankForm.accountName', { read: plainSpaces, min: 2, ...longAtBank }).check(
      z.regex(/^[.'’ ]*[A-Za-z][A-Za-z.'’ ]*$/, key('bankForm.accountName.otherLetters')),
    ),
    input: { autoComplete: 'name' },
    notice: 'account name',
    desk: 'Account name',
    mask: 'whole',
    search: false,
    mail: false,
  },
  accountNo: {
    schema: digits('bankForm.accountNo', { shape: /^[0-9]{9,18}$/ }),
    input: { inputMode: 'numeric', autoComplete: 'off' },
    notice: 'account number',
    desk: 'Account number',
    mask: 'whole',
    search: false,
    mail: false,
  },
  ifscCode: {
    schema: text('bankForm.ifscCode', { read: plainIfsc, shape: /^[A-Z]{4}0[A-Z0-9]{6}$/ }),
    input: { autoComplete: 'off' },
    notice: 'ifsc code',
    desk: 'IFSC',
    mask: 'whole',
    search: false,
    mail: false,
  },
} as const satisfies Fields

/** The account name of an existing mandate, whose letters the gateway has checked. */
export const accountName = text('bankForm.accountName', { read: plainSpaces, min: 2, ...longAtBank })
/** An account number, complete or, after a page was reloaded, as X and its last four digits. */
export const accountOrMasked = digits('bankForm.accountNo', { shape: /^(?:[0-9]{9,18}|X{5,14}[0-9]{4})$/ })

/** Replaces unusual spaces in a copied name. */
function plainSpaces(written: string): string {
  return latinDigits(written).replace(/\s+/g, ' ').trim()
}

/** Returns an IFSC code in capitals and Latin digits, without separators. */
function plainIfsc(written: string): string {
  return plainDigits(written).toUpperCase()
}
