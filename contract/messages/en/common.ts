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
} as const

/** A wait in words. */
export const durations = {
  seconds: { one: '{count} second', other: '{count} seconds' },
  minutes: { one: '{count} minute', other: '{count} minutes' },
  hours: { one: '{count} hour', other: '{count} hours' },
  workingDays: { one: '{count} working day', other: '{count} working days' },
} as const

/** Shown in the place of a part of a page that failed, and the answer to the report of it. */
export const pageErrorMessages = {
  sentence: 'Something went wrong. Please try again.',
  kept: 'What you typed is still here.',
  again: 'Try again',
  noted: 'Thank you. It is noted.',
} as const
