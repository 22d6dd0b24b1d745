import { digits, email, type Fields, NAME_MAX, PHONE_DIGITS, plainPhone, text } from './field.ts'

/** The fields of the contact form (specification section 3). */
export const enquiryFields = {
  name: {
    schema: text('enquiryForm.name', { max: NAME_MAX }),
    input: { autoComplete: 'name' },
    notice: 'name',
    desk: 'Name',
    mask: false,
    search: 'name',
    mail: 'line',
  },
  email: {
    schema: email('enquiryForm.email'),
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
    notice: 'e-mail address',
    desk: 'E-mail',
    mask: 'email',
    search: 'email',
    mail: 'line',
  },
  phone: {
    schema: digits('enquiryForm.phone', {
      read: plainPhone,
      min: PHONE_DIGITS,
      max: PHONE_DIGITS,
      shape: /^[0-9]+$/,
    }),
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    notice: 'phone number',
    desk: 'Phone',
    mask: 'phone',
    search: 'phone',
    mail: 'line',
  },
  enquiry: {
    schema: text('enquiryForm.enquiry', { max: 500 }),
    input: { rows: 6 },
    notice: 'what you write',
    desk: 'Enquiry',
    mask: false,
    search: false,
    asked: true,
    row: 'about',
    mail: 'paragraph',
  },
} as const satisfies Fields
