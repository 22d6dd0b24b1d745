/** Headings, buttons and states of the wizard. */
export const wizardMessages = {
  steps: {
    identity: 'Verify Aadhaar and Executive Details',
    mandate: 'Mandate Details',
    agreement: 'Agreement',
  },
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

export const registrationErrors = {
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
