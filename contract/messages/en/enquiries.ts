import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

/** The contact form: what each field is called, what is said under its label, and what can be wrong (specification section 5). */
export const enquiryForm = {
  name: {
    label: 'Name',
    required: 'Name is required',
    tooLong: 'Name is too long',
  },
  email: {
    label: 'Email',
    hint: 'We reply to this address, such as name@example.in.',
    required: 'Email is required',
    invalid: 'Invalid email address',
    tooLong: 'Email is too long',
  },
  phone: {
    label: 'Phone Number',
    hint: '10 digits, with or without +91 in front.',
    required: 'Phone number is required',
    tooShort: 'Phone number must be at least 10 digits',
    tooLong: 'Phone number must be at most 10 digits',
    invalid: 'Phone number can only contain numbers',
  },
  enquiry: {
    label: 'Enquiry',
    hint: 'Up to 500 characters.',
    required: 'Enquiry is required',
    tooLong: 'Enquiry is too long',
  },
  /** A field that programs fill in and no person sees. */
  website: {
    label: 'Leave this empty',
  },
  submit: 'Submit',
} as const

export const enquiryMessages = {
  sent: 'Form submitted successfully!',
  failed: 'Something went wrong. Please try again.',
  /** Beside the button when no answer of ours came back: a cut line, 15 seconds of silence, a proxy's page. */
  unanswered:
    'Your enquiry may not have reached us. What you wrote is still here: please check your connection and try again.',
  /** Beside the button when the form's code is switched off or did not arrive. */
  notWorking:
    'This form needs JavaScript, and it has not started. Please reload the page, or write to the e-mail address at its foot.',
} as const

/** The notices before the form (`Notices`). */
export const enquiryNotices = {
  '2026-11-21': {
    essence:
      'We use your name, e-mail address, phone number and message to answer you, and keep them for one year after our last contact. You can withdraw at any time, and have them erased.',
    what: 'Your name, e-mail address, phone number and what you write. To hold back automated messages we also note how long the form was open.',
    why: 'To answer you, and to come back to you about the same matter. We rely on your consent, which you give by pressing Submit.',
    whoElse:
      'The companies that carry our e-mail and run our servers, for us alone. We do not sell it. An authority or a court receives it only where the law requires it.',
    howLong: 'One year after our last contact with you about it.',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
} as const satisfies Notices
