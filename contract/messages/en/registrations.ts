import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'

/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'Verify Aadhaar and Executive Details',
    mandate: 'Mandate Details',
    agreement: 'Agreement',
  },
  /** The same on a phone. */
  shortSteps: { identity: 'You', mandate: 'Bank', agreement: 'Agreement' },
  heading: 'Step {number} of {of}: {name}',
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

/** What stops a step of the wizard, in the order it is looked at (specification sections 4 and 5). */
export const guardMessages = {
  aadhaarFirst: 'Please verify your Aadhaar number first',
  phoneFirst: 'Please verify your phone number first',
  fields: 'Please fill all required fields correctly',
  mandate: 'Please fill all mandate details correctly',
} as const

/** The calls of the registration when the server says nothing itself (specification section 8). */
export const onboardingFailures = {
  aadhaarSend: 'Failed to send the otp',
  aadhaarVerify: 'Failed to verify the aadhaar no',
  otp: 'Failed to generate the otp',
  mobileVerify: 'Failed to verify the otp',
  mandateToken: 'Failed to generate mandate token',
  mandate: 'Failed to register the mandate',
  register: 'Failed to registered the executive',
  registration: 'Registration failed. Please try again.',
  registering: 'An error occurred during registration.',
  maxAmount: 'Failed to fetch all the transaction',
  agreement: 'Failed to generate agreement. Please try again.',
  signing: 'Failed to Signed agreement. Please try again.',
} as const

/** The service fee by how often it is charged: on the page before a registration, in the agreement and in the mails with it. */
export const serviceFee = {
  untold: 'No service fee is set yet: we tell you in writing before there is one.',
  none: 'There is no service fee.',
  once: 'The service fee is {fee} with taxes, once, due {due}.',
  month: 'The service fee is {fee} a month with taxes, for {months} months, first due {due}.',
  quarter: 'The service fee is {fee} a quarter with taxes, for {months} months, first due {due}.',
  year: 'The service fee is {fee} a year with taxes, for {months} months, first due {due}.',
} as const

/** When the fee, or its first part, falls due: `{due}` of `serviceFee`. */
export const serviceFeeDue = {
  sameDay: 'on the day you accept the agreement',
  after: {
    one: '{count} day after you accept the agreement',
    other: '{count} days after you accept the agreement',
  },
} as const

/** Who pays and who does not, wherever either of them reads it: where there is a service fee, and where there is none. */
export const twoWays = {
  fee: 'A job seeker who applies pays nothing, ever; an executive who registers is placed for a service fee, by bank mandate.',
  none: 'A job seeker who applies pays nothing, ever; neither does an executive who registers to be placed.',
} as const

export const registrationErrors = {
  /** In production, until the agency has said what registering costs. */
  notOpen: 'Registration is not open at the moment. Please write to us: we tell you when it is.',
  registered: 'You are already registered. Please use the link that we sent you by e-mail.',
  /** Somebody else's record has this number or this phone. */
  taken: 'This Aadhaar number or phone number is already registered.',
  /** `fields` as the payload names them (specification section 5). */
  missing: 'Missing required fields: {fields}',
  asVerified: 'This must stay as it was verified.',
} as const

/** Answers of calls whose message no page shows. */
export const dataAnswers = {
  session: 'What is verified so far.',
  maxAmount: '{amount} rupees',
  token: 'token',
  record: 'record',
} as const

/** The notices before the form (`Notices`). */
export const registrationNotices = {
  '2026-11-21': {
    essence:
      'We use what you give here to make sure who you are, to set up the bank mandate, and to draw up and keep your agreement. Your Aadhaar number itself is not kept. You can stop at any step, and withdraw later.',
    what: 'Your Aadhaar number, of which we keep the last four digits and a mark that cannot be turned back into it; from the Aadhaar records your name, date of birth, gender, address and photograph; your e-mail address, mobile number and a profile photo; your account name, account number and IFSC code; the mandate and the agreement.',
    why: 'To make sure that you are who you say you are and that nobody registers twice; to set up the mandate and to collect what is due under the agreement; to draw up, keep and prove the agreement. We rely on your consent, which you give when you press Verify and Next, and then on the agreement.',
    whoElse:
      'The provider that checks your Aadhaar number, the one that sends our SMS, the payment gateway and your bank, and the companies that carry our e-mail and run our servers: each what its part needs. We do not sell it. An authority or a court receives it only where the law requires it.',
    howLong:
      'While the agreement runs, and then for as long as claims can be made under it; your bank details until one year after the mandate ends. If you do not finish, until 30 minutes after you last used this page; the reference of a mandate already begun stays in our books.',
    changingYourMind: `${noticeEndings.withdrawing} Once you have registered, the agreement may have to end with it, and the law may require us to keep some records. You can cancel the mandate with your bank at any time.`,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    howLong:
      'While the agreement runs, and then for as long as claims can be made under it; your bank details until one year after the mandate ends. If you do not finish, until 30 minutes after you last used this page, or for 7 days where you pressed “Continue later”; the reference of a mandate already begun stays in our books.',
  },
} as const satisfies Notices
