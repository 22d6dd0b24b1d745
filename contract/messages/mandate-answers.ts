/** Sentences of the mandate and of the registration that the specification leaves open; its own are in `messages.ts`. */
export const mandateErrors = {
  /** To the later of two windows that ask at the same moment. */
  otherWindow:
    'Another window of yours has just begun this. Please go on there, or try again here in a moment.',
  usedTransaction: 'This transaction has been used already. Please try again.',
  otherAmount: 'The maximum amount has changed. Please reload the page and try again.',
  /** Of an account name that the gateway does not take. */
  otherLetters:
    'Please write the account name in English letters, with only dots, apostrophes and spaces between them.',
  otherPeriod: 'The dates of the mandate are no longer right. Please reload the page and try again.',
  underWay: 'Your bank has taken up a mandate from you already. Please reload the page to go on with it.',
  lookedInto:
    'Your bank tells of a mandate on other terms than you gave. Our office is looking into it and will contact you.',
  /** Under a field that is not what the gateway was asked with. */
  otherTerms: 'This is not what your bank was asked for.',
  /** Of a value that a program sends and no person types. */
  unusable: 'This value cannot be used.',
  unknownBank: 'No bank is known for this IFSC code.',
} as const

export const registrationErrors = {
  registered: 'You are already registered. Please use the link that we sent you by e-mail.',
  /** Somebody else's record has this number or this phone. */
  taken: 'This Aadhaar number or phone number is already registered.',
  asVerified: 'This must stay as it was verified.',
} as const
