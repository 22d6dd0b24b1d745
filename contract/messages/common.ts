/**
 * Every sentence a visitor can be shown by a form or by the API, once.
 * Those of the specification (sections 5 and 8) stand to the letter; the others are ours.
 */
export const fieldMessages = {
  name: { required: 'Name is required', tooLong: 'Name is too long' },
  email: {
    required: 'Email is required',
    invalid: 'Invalid email address',
    tooLong: 'Email is too long',
  },
  phone: {
    required: 'Phone number is required',
    tooShort: 'Phone number must be at least 10 digits',
    tooLong: 'Phone number must be at most 10 digits',
    digitsOnly: 'Phone number can only contain numbers',
  },
  enquiry: { required: 'Enquiry is required', tooLong: 'Enquiry is too long' },
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

/** On the sandbox's page, and of its doors. */
export const sandboxMessages = {
  unanswered: 'The server does not answer.',
  settled: 'The bank has decided.',
  alreadyFinal: 'This mandate is decided already.',
  notTold: 'The bank has decided, but the site could not be told. It will be told again.',
} as const

/** What is said under a label before anything is wrong. */
export const enquiryHints = {
  email: 'We reply to this address.',
  phone: '10 digits, without +91 or a zero in front.',
  enquiry: 'Up to 500 characters.',
} as const

/** Sentences of the error envelope that no single form owns. */
export const errorMessages = {
  unreadable: 'The request could not be read. Please check it and try again.',
  invalid: 'Please correct the fields marked and try again.',
  notFound: 'There is nothing at this address.',
  methodNotAllowed: 'This address does not take that kind of request.',
  tooLarge: 'What was sent is too large.',
  wrongType: 'What was sent is not of a kind that this address takes.',
  alreadyThere: 'This is already registered.',
  timeout: 'The request took too long to arrive. Please try again.',
  crossSite: 'This request came from another site and was refused.',
  unverified: 'Please verify your Aadhaar number and your phone number first.',
  providerFailed: 'A service that we rely on did not answer as it should. Please try again in a few minutes.',
  providerTimeout: 'A service that we rely on is taking too long. Please try again in a few minutes.',
  unavailable: 'The site is very busy. Please try again in a few seconds.',
  internal: 'Something went wrong on our side. Please try again in a moment.',
} as const

function minutes(seconds: number): string {
  const count = Math.max(1, Math.ceil(seconds / 60))
  return count === 1 ? '1 minute' : `${count} minutes`
}

/** The refusal of a limit, with the wait in words; `seconds` is the wait until the next try is counted. */
export function tooManyRequests(seconds: number): string {
  return `Too many requests from your network. Please try again in ${minutes(seconds)}.`
}

/** The career form (specification sections 5 and 8). */
export const careerMessages = {
  fullNameRequired: 'Full name is required',
  emailInvalid: 'Invalid email address',
  phoneInvalid: 'Invalid phone number',
  birthRequired: 'Date of birth is required',
  birthInvalid: 'Date of birth must be a real date',
  birthInFuture: 'Date of birth cannot be after today',
  addressTooLong: 'Address is too long',
  sent: "Your application has been submitted successfully! We'll contact you soon.",
  failed: 'Failed to submit application',
  duplicate: 'An application with this email or phone number is already registered.',
  duplicateBanner:
    'Already Registered! You have already submitted an application. Please wait for our response or contact support for any queries.',
  duplicateField: 'You have already applied for this position.',
  /** After the failure, when no answer of ours came back: a cut line, 30 seconds of standstill, a proxy's page. */
  unanswered:
    'Your application may not have reached us. What you wrote and chose is still here: please check your connection and try again.',
  cancelled: 'Sending was cancelled and nothing was kept. What you wrote and chose is still here.',
  /** Cancelled once every byte had left: nobody can tell any more. */
  cancelledLate:
    'Sending was cancelled after everything had left this device, so your application may have reached us. What you wrote and chose is still here.',
  filesAgain: 'Files have to be chosen again after a refresh.',
  leaving: 'You will be taken to the home page in 3 seconds.',
} as const

/** Under a document's field: «Resume is required» belongs to the resume alone. */
export function documentRequired(name: string): string {
  return `${name} is required`
}

/** What is said in the career form before anything is wrong. */
export const careerHints = {
  mandatory: 'Fields marked * are mandatory.',
  email: enquiryHints.email,
  phone: enquiryHints.phone,
  aadhaar: 'Please choose a masked copy: one that shows only the last four digits of the number.',
} as const

/** Why a file is refused, in words for whoever chose it. */
export const fileMessages = {
  empty: 'This file is empty. Please choose another.',
  damaged: 'This file is damaged or incomplete. Please choose another.',
  unreadable:
    'This document is damaged, or not all of it could be read. Please save it as a new, plain PDF and choose that.',
  locked: 'This file is protected by a password. Please choose one that opens without it.',
  active:
    'This file contains scripts, macros or other files. Please save it as a plain document and choose that.',
  infected: 'This file contains a virus and was not kept. Please choose another.',
  tooManyPixels: 'This picture is too large to open. Please choose a smaller one.',
  tooManyFiles: 'Each document can be sent once.',
  nameTooLong: 'The name of this file is too long. Please rename it and choose it again.',
  nameUnusable: 'The name of this file cannot be used. Please rename it and choose it again.',
  oneOnly: 'Please choose one file at a time.',
} as const

/** What a file field takes, said before anything is chosen; `limit` is a size in words. */
export function fileHint(endings: readonly string[], limit: string): string {
  const kinds = endings.map((ending) => ending.toUpperCase())
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}, up to ${limit}.`
}

/** After a refusal: the file chosen before stays. */
export function stillChosen(name: string): string {
  return `${name} is still chosen.`
}

/** The refusal of a file over the limit; `limit` is a size in words. */
export function fileTooLarge(limit: string): string {
  return `This file is larger than ${limit}. Please choose a smaller one.`
}

/** The refusal of a file that is not what its field takes; `endings` such as pdf, doc, docx. */
export function fileOfWrongKind(endings: readonly string[]): string {
  return `This file is not one of ${endings.join(', ')}. Please choose another.`
}

/** The fields of the registration (specification section 5). */
export const onboardingFieldMessages = {
  aadhaar: { required: 'Aadhaar number is required', invalid: 'Aadhaar number must be 12 digits' },
  photo: { required: 'Profile photo is required', invalid: 'Please choose a picture in JPEG, PNG or WebP.' },
  name: { required: 'Name is required', tooShort: 'Name must be at least 2 characters' },
  email: { required: 'Email is required', invalid: 'Invalid email format' },
  phone: { required: 'Phone number is required', invalid: 'Phone number must be 10 digits' },
  gender: { required: 'Gender is required' },
  dob: { required: 'Date of birth is required', invalid: 'Date of birth must be a real date' },
  address: { required: 'Address is required', tooShort: 'Address must be at least 5 characters' },
  city: { required: 'City is required' },
  state: { required: 'State is required' },
  country: { required: 'Country is required' },
  pincode: { required: 'Pincode is required', invalid: 'Pincode must be 6 digits' },
  accountName: {
    required: 'Account name is required',
    tooShort: 'Account name must be at least 2 characters',
  },
  accountNo: { required: 'Account number is required', invalid: 'Account number must be 9 to 18 digits' },
  ifscCode: { required: 'IFSC code is required', invalid: 'Invalid IFSC code format' },
  agreement: { required: 'You must accept the agreement' },
  otp: { required: 'Please enter the 6 digits of the code', invalid: 'The code has 6 digits' },
  tooLong: 'This is too long',
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

/** What the bank's gateway can bring (specification sections 4 and 8). */
export const gatewayMessages = {
  unavailable: 'Payment gateway is not available',
  notOpened: 'Failed to initiate bank selection',
  failed: 'Bank mandate registration failed',
  invalid: 'Invalid response from bank',
} as const

export const mandateMessages = {
  updated: 'Mandate Update Successfully',
  notFailed: 'Mandate Not Failed',
} as const

export const agreementMessages = {
  registered: 'Registration successful! Please review and accept the agreement.',
  alreadySigned: 'Agreement Already Signed',
  accept: 'I accept the terms and conditions',
} as const

/** The refusal of a registration that lacks something; `fields` as the payload names them (specification section 5). */
export function missingFields(fields: readonly string[]): string {
  return `Missing required fields: ${fields.join(', ')}`
}
