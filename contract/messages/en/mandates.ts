/** The fields of the bank account (specification section 5). */
export const bankForm = {
  accountName: {
    label: 'Account Name',
    hint: 'In English letters, as in your bank’s records. Dots, apostrophes and spaces may be used.',
    required: 'Account name is required',
    tooShort: 'Account name must be at least 2 characters',
    otherLetters:
      'Please write the account name in English letters, with only dots, apostrophes and spaces between them.',
  },
  accountNo: {
    label: 'Account No',
    hint: '9 to 18 digits, as on your cheque book or passbook.',
    required: 'Account number is required',
    invalid: 'Account number must be 9 to 18 digits',
  },
  ifscCode: {
    label: 'IFSC Code',
    hint: '11 characters, as on your cheque book: four letters, a zero, then six more.',
    required: 'IFSC code is required',
    invalid: 'Invalid IFSC code format',
  },
  /** Of each of the three. */
  tooLong: 'This is too long',
} as const

/** What the bank's gateway can bring (specification sections 4 and 8). */
export const gatewayMessages = {
  unavailable: 'Payment gateway is not available',
  notOpened: 'Failed to initiate bank selection',
  failed: 'Bank mandate registration failed',
  invalid: 'Invalid response from bank',
} as const

/** The retry of a failed mandate (specification section 8). */
export const mandateMessages = {
  updated: 'Mandate Update Successfully',
  notFailed: 'Mandate Not Failed',
} as const

/** Refusals of the API that the specification leaves open. */
export const mandateErrors = {
  /** To the later of two windows that ask at the same moment. */
  otherWindow:
    'Another window of yours has just begun this. Please go on there, or try again here in a moment.',
  usedTransaction: 'This transaction has been used already. Please try again.',
  otherAmount: 'The maximum amount has changed. Please reload the page and try again.',
  otherPeriod: 'The dates of the mandate are no longer right. Please reload the page and try again.',
  inProgress: 'Your bank has taken up a mandate from you already. Please reload the page to go on with it.',
  lookedInto:
    'Your bank tells of a mandate on other terms than you gave. Our office is looking into it and will contact you.',
  /** Under a field that is not what the gateway was asked with. */
  otherTerms: 'This is not what your bank was asked for.',
  /** Of a value that a program sends and no person types. */
  unusable: 'This value cannot be used.',
  unknownBank: 'No bank is known for this IFSC code.',
} as const

/** The mandate in plain words, before the person leaves for the bank. */
export const beforeLeaving = {
  heading: 'Before you go to your bank',
  lead: 'You give this permission to your bank, on your bank’s own page. These are its terms:',
  payee: 'Paid to',
  account: 'From your account',
  maximum: 'At most',
  each: '{amount} for each debit',
  when: 'When',
  asAndWhen: 'As and when a payment is due, on no fixed date',
  from: 'From',
  until: 'Until',
  today: 'Now',
  test: '₹1, to check the account, and nothing else',
  cancel: 'To cancel',
  howToCancel: 'At any time: in your bank’s net banking, at its branch, or by writing to us',
  /** After the words of the button. */
  next: 'opens your bank in a window of its own. Sign in to net banking there and authorise the mandate; this page waits for you and then goes on.',
} as const

export const amountMessages = {
  asking: 'Asking for the maximum amount…',
  tryAgain: 'Try again',
} as const

/** When the bank's window is not opened by the first press. */
export const openingMessages = {
  /** In the window that the press opens, until the bank is there. */
  coming: 'Your bank’s page is coming…',
  open: 'Open the bank’s window',
  blocked:
    'Your browser did not open the bank’s window. You can try once more, or go to your bank in this tab and come back here.',
  sameTab: 'Continue in this tab',
  /** Above that button. */
  whyHere:
    'You would rather have no second window? Your bank then comes into this tab, and leads you back here.',
} as const

/** While the bank has the word. */
export const waitingMessages = {
  heading: 'Waiting for your bank',
  lead: 'Please finish in the bank’s window. As soon as your bank has answered, this page goes on by itself.',
  inPanel: 'Please choose your bank in the gateway’s panel on this page, and go on there.',
  stay: 'Please keep this page open until then.',
  toFront: 'Bring the bank’s window to front',
  closed: 'I closed it',
  cancel: 'Cancel',
  gone: 'The bank’s window is closed. If you have authorised the mandate, its answer can take a minute, and we keep asking for it. If you have not, please start again.',
  elsewhere:
    'The bank’s window may still be open behind this one. Please finish there, or start again if it is gone.',
  again: 'Start again',
  unreached: 'We cannot learn how it stands at the moment, and keep asking. Please check your connection.',
  /** Where the bank has not appeared for twelve seconds. */
  late: 'Your bank’s page should be here by now. If it does not come, please reload this page and press the button again. Only the account number has to be typed again.',
  reload: 'Reload this page',
  leaving: 'Taking you to your bank…',
  asking: 'Asking how your mandate stands…',
  registering: 'Your bank has taken up the mandate. Registering you…',
  updating: 'Your bank has taken up the mandate. Saving it…',
} as const

/** How an attempt ended that came to nothing, beside the specification's sentences. */
export const endedMessages = {
  closed: 'Your bank has told us of no mandate. What you typed is still here, and you can start again.',
  cancelled: 'Cancelled: your bank has told us of no mandate. What you typed is still here.',
  /** Our server knows no such attempt: the visitor's session has ended meanwhile. */
  unknown: 'This try is not known any more. What you typed is still here, and you can start again.',
  /** The person left the bank. */
  left: 'The bank’s page was closed or left before the mandate was authorised. You can start again.',
  /** The bank said no. */
  refused:
    'Your bank refused the mandate. Please check the details; you can try again, or with another account.',
  stillHere: 'What you typed is still here, and you can try again.',
} as const

/** When the bank has taken the mandate up and our own part did not succeed. */
export const unfinishedMessages = {
  heading: 'Almost done',
  lead: 'Your bank has taken up the mandate, so you need not go there again. Our part is not finished yet:',
  again: 'Try again',
} as const

export const retryMessages = {
  submit: 'Submit',
} as const

/** Step 2 as it was finished, when step 3 is left by Back. */
export const finishedMessages = {
  heading: 'Your bank has taken up this mandate',
  lead: 'It cannot be changed here. Next leads back to the agreement.',
  lock: 'As it was sent to your bank',
  reference: 'Reference',
} as const

/** After the registration, until the agreement is accepted. */
export const registeredMessages = {
  heading: 'You are registered',
  lead: 'Your bank has taken up the mandate, and your registration has reached us.',
  next: 'Please read the agreement below and accept it. If you stop here, the link in our e-mail leads back to it.',
} as const
