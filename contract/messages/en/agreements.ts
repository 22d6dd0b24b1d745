/** Of the specification (sections 4 and 8). */
export const agreementMessages = {
  acceptance: {
    required: 'You must accept the agreement',
  },
  registered: 'Registration successful! Please review and accept the agreement.',
  alreadySigned: 'Agreement Already Signed',
  accept: 'I accept the terms and conditions',
} as const

/** Answers of the API that the specification leaves open. */
export const agreementAnswers = {
  signed: 'Agreement signed successfully',
  annexSigned: 'Annex signed successfully',
  opened: 'The agreement as it stands',
  noted: 'Noted that the agreement was opened',
  otherName: 'Please sign with the name that is on the agreement',
  linkEnded:
    'This link to the agreement is incomplete or no longer valid. Please open the agreement again from its page.',
  beingSigned:
    'Your acceptance is kept. The signed document is being prepared: please try again in a few seconds.',
} as const

/** Words of the pages that show an agreement. */
export const agreementPageMessages = {
  document: 'Your agreement, page by page',
  pageOf: 'Page {page} of {count}. The same words stand below as text.',
  loading: 'Opening your agreement…',
  notShown: 'The agreement cannot be shown here. Please open it, download it, or read it as text below.',
  again: 'Try again',
  open: 'Open',
  download: 'Download',
  /** After «Open» and «Download», for those who hear the links alone. */
  theAgreement: 'the agreement as PDF',
  asText: 'Read the agreement as text',
  photo: 'Photo',
  notSigned: 'Not signed yet',
  submit: 'Submit',
  signing: 'Your acceptance is being kept and the agreement sealed. This can take a few seconds.',
  /** Beside the checkbox. */
  signedAs: 'It is accepted in the name of',
  loadingRecord: 'Opening your record…',
  unreached: 'Your record could not be opened. Please check your connection and try again.',
  /** Where the answer to an acceptance did not come. */
  unanswered:
    'Your acceptance may not have reached us. Please check your connection and press Submit again: it counts once.',
} as const

/** How a registration stands, on the pages behind a person's link. */
export const recordStates = {
  heading: 'How your registration stands',
  agreement: 'Agreement',
  agreementStates: {
    unsigned: 'Not signed yet',
    signed: 'Signed',
    annex: 'Signed; the annex below awaits your acceptance',
  },
  mandate: 'Bank mandate',
  mandateStates: {
    Initiated: 'With your bank, which has not confirmed it yet',
    Success: 'Set up',
    Failed: 'Not set up by your bank',
  },
  /** Above an annex. */
  annex:
    'You have set up another bank mandate. Your signed agreement names the earlier account, so this annex names the new one. Please read it, and accept it at its foot.',
  /** Where the agreement is signed and the mandate failed. */
  annexFollows:
    'Your agreement stays signed. Once another mandate is set up, we send you an annex that names its account, for you to accept.',
  /** A link from the agreement to the page of the failed mandate. */
  mandateAgain: 'Set up your bank mandate again',
} as const
