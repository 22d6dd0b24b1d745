import { maskPhone } from '#contract/phones.ts'

/** What the registration says in the browser beside the sentences of `messages.ts`: names, hints, and how things stand. */
export const wizardMessages = {
  steps: {
    identity: 'Verify Aadhaar and Executive Details',
    mandate: 'Mandate Details',
    agreement: 'Agreement',
  },
  progress: 'Steps of the registration',
  done: 'Done',
  current: 'Now',
  ahead: 'To come',
  back: 'Back',
  next: 'Next',
  /** When what the server remembers could not be asked for. */
  sessionUnknown: 'We could not check what you have verified already.',
  tryAgain: 'Try again',
  /** While the code of a later step is on its way, and where it did not come. */
  stepComing: 'Loading this step…',
  stepMissing: 'This step could not be loaded.',
  /** When the session has ended in a later step. */
  away: 'You were away for a while, so please verify both numbers again. What you typed is still here.',
} as const

export function stepHeading(number: number, of: number, name: string): string {
  return `Step ${number} of ${of}: ${name}`
}

export const identityHints = {
  heading: 'Executive Details',
  all: 'Every field is needed.',
  /** In a number's place for a hint once it is verified. */
  verified: 'This number is verified. Another one typed here has to be verified too.',
  aadhaar: 'The 12 digits on your Aadhaar card or letter.',
  photo: 'JPEG, PNG or WebP. It is cut to a square.',
  phone: 'Your Indian mobile number, 10 digits. We send a code to it by SMS.',
  email: 'We write to this address about your registration.',
  lock: 'From your Aadhaar record',
  locks:
    'Fields with a lock come from your Aadhaar record and cannot be changed here. If one is wrong, please have it corrected with UIDAI first.',
} as const

/** A picture that is no JPEG, PNG or WebP, or one that this browser cannot open. */
export const photoMessages = {
  choose: 'Upload a photo',
  replace: 'Change photo',
  remove: 'Remove my photo',
  alt: 'Profile photo',
  busy: 'Preparing the photo…',
} as const

/** The modal in which a code is entered (specification section 2, contract section 4). */
export const otpMessages = {
  title: 'Enter OTP',
  sent: 'A 6-digit OTP was sent to the registered mobile number.',
  label: '6-digit OTP',
  cancel: 'Cancel',
  submit: 'Submit',
  secret: 'Nobody from our office will ever ask you for this code.',
  resend: 'Send a new code',
  canResend: 'You can ask for a new code now.',
  resent: 'A new code was sent. The earlier one no longer works.',
  expired: 'This code has expired. Please ask for a new one.',
  /** After a refresh the number is not in the browser any more. */
  retype: 'For a new code, please close this window and type your Aadhaar number again.',
  enter: 'Enter the code',
  waiting: 'A code was sent and still works.',
  /** When the code of this window could not be fetched. */
  missing: 'The window for the code could not be opened.',
  offline: 'Please check your connection and try again.',
} as const

export function otpForAadhaar(masked: string): string {
  return `It is the mobile linked to Aadhaar number ${masked}.`
}

export function otpForPhone(phone: string): string {
  return `It went by SMS to ${maskPhone(phone)}.`
}

/** The wait for a new code; `seconds` are counted down as they pass. */
export function resendIn(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return `You can ask for a new code in ${minutes}:${rest}.`
}

export function digitOf(place: number, of: number): string {
  return `Digit ${place} of ${of}`
}
