import type { consentVersions } from '#contract/schemas/notices.ts'

/** Step 1 of the registration (specification section 5). */
export const executiveForm = {
  aadhaar_no: {
    label: 'Aadhaar number',
    hint: 'The 12 digits on your Aadhaar card or letter.',
    required: 'Aadhaar number is required',
    invalid: 'Aadhaar number must be 12 digits',
  },
  photo: {
    label: 'Profile photo',
    hint: 'JPEG, PNG or WebP. It is cut to a square.',
    required: 'Profile photo is required',
    invalid: 'Please choose a picture in JPEG, PNG or WebP.',
  },
  name: {
    label: 'Name',
    required: 'Name is required',
    tooShort: 'Name must be at least 2 characters',
  },
  email: {
    label: 'Email',
    hint: 'We write to this address, such as name@example.in, about your registration.',
    required: 'Email is required',
    invalid: 'Invalid email format',
    tooLong: 'Invalid email format',
  },
  gender: {
    label: 'Gender',
    required: 'Gender is required',
  },
  dob: {
    label: 'DOB',
    required: 'Date of birth is required',
    invalid: 'Date of birth must be a real date',
    inFuture: 'Date of birth cannot be after today',
  },
  phone: {
    label: 'Phone',
    hint: 'Your Indian mobile number, 10 digits. We send a code to it by SMS.',
    required: 'Phone number is required',
    invalid: 'Phone number must be 10 digits',
  },
  address: {
    label: 'Address',
    required: 'Address is required',
    tooShort: 'Address must be at least 5 characters',
  },
  city: {
    label: 'City',
    required: 'City is required',
  },
  state: {
    label: 'State',
    required: 'State is required',
  },
  country: {
    label: 'Country',
    required: 'Country is required',
  },
  pincode: {
    label: 'Pincode',
    required: 'Pincode is required',
    invalid: 'Pincode must be 6 digits',
  },
  /** Of each field that has no sentence of its own for it. */
  tooLong: 'This is too long',
  /** What the field of the gender shows before one is chosen. */
  choose: 'Choose',
  /** The button beside a number that a code is sent for. */
  verify: 'Verify',
  /** The same button for those who hear it; `label` is the field's. */
  verifyOf: 'Verify {label}',
} as const

export const genderNames = {
  M: 'Male',
  F: 'Female',
  O: 'Others',
} as const

/**
 * The two sentences beside each Verify button, by the version that is recorded when it is pressed. A version that people
 * have agreed to is never edited: other words are another version.
 */
export const consentTexts: Record<
  (typeof consentVersions)[number],
  { aadhaar: [string, string]; phone: [string, string] }
> = {
  '2026-11-20': {
    aadhaar: [
      'When you press Verify, our verification provider sends a code to the mobile number linked to your Aadhaar; with that code it fetches your name, date of birth, gender, address and photo from the Aadhaar records, so that we can confirm who is registering.',
      'We do not keep the Aadhaar number itself: only its last four digits and a mark that cannot be turned back into it.',
    ],
    phone: [
      'When you press Verify, we send a code to this number by SMS, so that we know we can reach you on it.',
      'We use the number for your registration, and the code is not kept.',
    ],
  },
}

export const identityHints = {
  heading: 'Executive Details',
  all: 'Every field is needed.',
  /** In a number's place for a hint once it is verified. */
  verified: 'This number is verified. Another one typed here has to be verified too.',
  lock: 'From your Aadhaar record',
  locks:
    'This comes from your Aadhaar record and cannot be changed here. Please check it: if something is wrong, have it corrected with UIDAI first.',
} as const

export const photoMessages = {
  choose: 'Upload a photo',
  replace: 'Change photo',
  remove: 'Remove my photo',
  alt: 'Profile photo',
  busy: 'Preparing the photo…',
} as const

/** The modal in which a code is entered (specification section 2). */
export const otpMessages = {
  code: {
    required: 'Please enter the 6 digits of the code',
    invalid: 'The code has 6 digits',
  },
  title: 'Enter OTP',
  sent: 'A 6-digit OTP was sent to the registered mobile number.',
  label: '6-digit OTP',
  cancel: 'Cancel',
  submit: 'Submit',
  secret: 'Nobody from our office will ever ask you for this code.',
  /** After too many wrong codes; `time` is an hour of the clock. */
  locked:
    'No code can be entered here before {time}, Indian time. What you typed is kept; you can come back then.',
  /** After too many codes were sent. */
  resendAfter: 'You can ask for a new code after {time}, Indian time.',
  help: 'Is it urgent? Write to us',
  resend: 'Send a new code',
  canResend: 'You can ask for a new code now.',
  resent: 'A new code was sent. The earlier one no longer works.',
  expired: 'This code has expired. Please ask for a new one.',
  /** After a refresh the number is not in the browser any more. */
  retype: 'For a new code, please close this window and type your Aadhaar number again.',
  enter: 'Enter the code',
  /** Beside it: gives that code up, so that another number can be typed. */
  changeNumber: 'Change number',
  waiting: 'A code was sent and still works.',
  /** When the code of this window could not be fetched. */
  missing: 'The window for the code could not be opened.',
  offline: 'Please check your connection and try again.',
  /** Where a call about a code had no answer; `failure` says which and has no full stop. */
  unanswered: '{failure}. Please check your connection and try again.',
  forAadhaar: 'It is the mobile linked to Aadhaar number {masked}.',
  forPhone: 'It went by SMS to {masked}.',
  /** The wait for a new code; `time` is 0:30, counted down as it passes. */
  resendIn: 'You can ask for a new code in {time}.',
  digit: 'Digit {place} of {of}',
} as const

/** Answers of the calls that verify a number. */
export const aadhaarMessages = {
  sent: 'A 6-digit OTP was sent to the mobile number linked to this Aadhaar number.',
  verified: 'Your Aadhaar number is verified.',
  /** Why no code was sent. */
  noMobile:
    'No mobile number is linked to this Aadhaar number, so no code can be sent. An Aadhaar centre can link one.',
  noSuchNumber: 'There is no such Aadhaar number. Please check its 12 digits.',
  suspended: 'This Aadhaar number is suspended or cancelled. Please ask UIDAI about it on 1947.',
  locked: 'This Aadhaar number is locked. Please unlock it on the website of UIDAI and try again.',
  notSent:
    'The Aadhaar service sent no code and did not say why. Please check the 12 digits and try again in a few minutes.',
  /** Why a code proved nothing. */
  expired: 'This code has expired. Please ask for a new one.',
  triesSpent: 'Too many wrong codes were entered. Please ask for a new code.',
  alreadyUsed: 'This code has been used already. Please ask for a new one.',
  notJudged:
    'The Aadhaar service did not take this code and did not say why. Please try again, or ask for a new code.',
  alreadyVerified: 'This Aadhaar number is verified already.',
  unknownCode: 'No code was sent for this, or your visit was too long ago. Please ask for a new code.',
  /** What is wrong with the service itself. */
  sourceDown: 'The Aadhaar service is down at the moment. Please try again in a few minutes.',
  timeout: 'The Aadhaar service is taking too long to answer. Please try again in a few minutes.',
  unreachable: 'The Aadhaar service cannot be reached. Please try again in a few minutes.',
  rubbish: 'The Aadhaar service gave an answer that cannot be used. Please try again in a few minutes.',
  notAllowed: 'Aadhaar numbers cannot be verified at the moment. Please try again later.',
  circuitOpen: 'The Aadhaar service has not been answering. Please try again in a minute.',
} as const

export const mobileMessages = {
  sent: 'A 6-digit OTP was sent to your phone number.',
  verified: 'Your phone number is verified.',
  notIndian: 'Please enter an Indian mobile number: it begins with 6, 7, 8 or 9',
  expired: 'This code has expired. Please ask for a new one.',
  noCode: 'No code is waiting for this phone number. Please ask for a new one.',
  alreadyVerified: 'This phone number is verified already.',
  /** What is wrong with the service that sends SMS. */
  unreachable:
    'The code could not be sent: the SMS service cannot be reached. Please try again in a few minutes.',
  timeout:
    'The SMS service is taking too long to answer. If a code arrives, you can enter it; otherwise please try again in a minute.',
  rubbish:
    'The SMS service gave an answer that cannot be used. If a code arrives, you can enter it; otherwise please try again in a minute.',
  refused: 'The SMS service does not send to this number. Please check it, or use another one.',
  notAllowed: 'SMS cannot be sent at the moment. Please try again later.',
  circuitOpen: 'The SMS service has not been answering. Please try again in a minute.',
} as const

/** Refusals of codes by what was counted; `wait` is a duration. */
export const codeLimits = {
  /** `count` is how many attempts remain. */
  wrongCode: {
    one: 'That code is not right. You have {count} try left.',
    other: 'That code is not right. You have {count} tries left.',
  },
  noneLeft: 'That code is not right, and there are no tries left. Please ask for a new code later.',
  /** The refusal of a second code soon after the first. */
  sentJustNow: 'A code was sent a moment ago. You can ask for a new one in {wait}.',
  tooManySends: 'Too many codes were sent for this number. Please try again in {wait}.',
  tooManyWrongCodes: 'Too many wrong codes were entered for this number. Please try again in {wait}.',
  /** When the limit is not this number's: of its neighbourhood, of the day, or of the provider. */
  noSendsNow: 'We cannot send codes at the moment. Please try again in {wait}.',
} as const
