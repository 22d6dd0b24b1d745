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
    invalid: 'Phone number can only contain numbers',
  },
  enquiry: { required: 'Enquiry is required', tooLong: 'Enquiry is too long' },
} as const

/** The fields of the registration (specification section 5). */
export const onboardingFieldMessages = {
  aadhaar: { required: 'Aadhaar number is required', invalid: 'Aadhaar number must be 12 digits' },
  photo: { required: 'Profile photo is required', invalid: 'Please choose a picture in JPEG, PNG or WebP.' },
  name: { required: 'Name is required', tooShort: 'Name must be at least 2 characters' },
  email: {
    required: 'Email is required',
    invalid: 'Invalid email format',
    tooLong: 'Invalid email format',
  },
  phone: { required: 'Phone number is required', invalid: 'Phone number must be 10 digits' },
  gender: { required: 'Gender is required' },
  dob: { required: 'Date of birth is required', invalid: 'Date of birth must be a real date' },
  address: { required: 'Address is required', tooShort: 'Address must be at least 5 characters' },
  city: { required: 'City is required' },
  state: { required: 'State is required' },
  country: { required: 'Country is required' },
  pincode: { required: 'Pincode is required', invalid: 'Pincode must be 6 digits' },
  agreement: { required: 'You must accept the agreement' },
  otp: { required: 'Please enter the 6 digits of the code', invalid: 'The code has 6 digits' },
  tooLong: 'This is too long',
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
  signedOut: 'Please sign in.',
  denied: 'You do not have access to this',
  stepUp: 'Please confirm with your passkey that it is you.',
  changedMeanwhile: 'Somebody else changed this in the meantime.',
  providerFailed: 'A service that we rely on did not answer as it should. Please try again in a few minutes.',
  providerTimeout: 'A service that we rely on is taking too long. Please try again in a few minutes.',
  unavailable: 'The site is very busy. Please try again in a few seconds.',
  internal: 'Something went wrong on our side. Please try again in a moment.',
  /** Of a rate limit. */
  tooManyRequests: 'Too many requests from your network. Please try again in {wait}.',
  tooManySubmissions: 'This form was sent several times from this browser. Please try again in {wait}.',
} as const

/** A wait in words. */
export const durations = {
  seconds: { one: '{count} second', other: '{count} seconds' },
  minutes: { one: '{count} minute', other: '{count} minutes' },
  hours: { one: '{count} hour', other: '{count} hours' },
} as const

/** Shown in the place of a part of a page that failed, and the answer to the report of it. */
export const pageErrorMessages = {
  sentence: 'Something went wrong. Please try again.',
  kept: 'What you typed is still here.',
  again: 'Try again',
  noted: 'Thank you. It is noted.',
} as const
