/** A page of one's own, of an application or a registration. */
export const ownPage = {
  /** Before it is known what the link is of. */
  heading: 'Your page with us',
  headings: { applications: 'Your application', executives: 'Your registration' },
  loading: 'Opening your page…',
  confirmFirst:
    'This page shows what we hold of you. To open it, please confirm that it is you: we send a code to the phone number on record.',
  sendCode: 'Send a code',
  /** The agency's e-mail address follows. */
  otherPhone: 'Questions, or is that phone number yours no more? Write to us:',
  noScript: 'This page needs JavaScript. Please write to us instead:',
  failed: 'That did not work. Please check your connection and try again.',
  again: 'Try again',
  /** `reference` is what the agency calls the record. */
  reference: 'Reference {reference}, received on {day}.',
} as const

/** Where an application or a registration stands. */
export const ownStates = {
  heading: 'Where things stand',
  application: 'Application',
  next: 'What happens next',
  stages: {
    received: 'Received',
    considered: 'Being considered',
    interview: 'Interview',
    interviewed: 'Interview',
    placed: 'Placed',
    rejected: 'Not this time',
    withdrawn: 'Withdrawn',
    closed: 'This job is closed',
  },
  /** What happens next, by the stage. */
  stagesNext: {
    received: 'A consultant reads your application and answers within {days}, by phone or e-mail.',
    considered: 'A consultant is looking for work that suits you and contacts you by phone or e-mail.',
    interview: 'We agree on a day and a time with you. Please have your phone and your e-mail at hand.',
    interviewed: 'A consultant tells you what came of your interview, by phone or e-mail.',
    placed: 'Congratulations! Your consultant stays in contact with you.',
    rejected: 'Nothing more happens with this application. You may apply to another vacancy.',
    withdrawn: 'Nothing more happens. To come back to us, write to us or send a new application.',
    closed:
      'The job that you applied for is closed. If we go on with your application, a consultant contacts you by phone or e-mail. You may apply to another job.',
  },
  documentAsked: 'A document is missing. Please add it below, under “Documents”.',
  /** What a recruiter asked for, in their words. */
  documentNamed: 'We still need: {document}. Please add it below, under “Documents”.',
  mandate: 'Bank mandate',
  mandates: { Initiated: 'Waiting for your bank', Success: 'Active', Failed: 'Failed' },
  mandatesNext: {
    Initiated: 'Your bank confirms the mandate within a few days. There is nothing for you to do.',
    Success: 'Your mandate is set up. There is nothing for you to do.',
  },
  mandateAgain: 'Set up your bank mandate again',
  agreement: 'Agreement',
  agreements: { unsigned: 'To be signed', signed: 'Signed', annex: 'Signed; an annex is to be signed' },
  sign: 'Read and sign your agreement',
  signAnnex: 'Read and sign the annex',
  signedNext: 'The signed document was mailed to you. You can open it below too.',
  erasureAsked: 'You have asked us to erase your data. We answer you by e-mail.',
  withdrawalAsked: 'You have withdrawn your registration. We answer you by e-mail.',
  appliedOn: 'Applied on {day}',
  step: 'Step {step} of {steps}',
  registered: 'Registered',
  since: 'since {day}',
  terms: 'The terms of your mandate',
} as const

/** What one can do on a page of one's own. */
export const ownActions = {
  vacancies: 'Apply to another vacancy',
  apply: 'Apply',
  /** The same button for those who hear it. */
  applyTo: 'Apply: {title}',
  remote: 'Fully remote',
  openUntil: 'Open until {day}',
  documents: 'Documents',
  documentThere: 'We have: {name}',
  documentNone: 'We have none yet.',
  sendDocument: 'Send {document}',
  whichAsked: 'Which of these is it?',
  noneAsked: 'None of these',
  details: 'Your details',
  save: 'Save',
  phone: 'Phone',
  newPhone: 'New phone number',
  newPhoneHint: '10 digits. We send a code to it by SMS.',
  verifyPhone: 'Send a code to this number',
  confirmPhone: 'Confirm',
  sentTo: 'A 6-digit OTP was sent to {phone}.',
  data: 'Your data',
  copy: 'Get a copy of my data',
  copyHint: 'A file with what you sent us under this reference. For our notes too, write to us.',
  copied: 'The file is in your downloads.',
  erase: 'Ask for erasure',
  eraseHint: 'We erase what we need not keep by law, and tell you by e-mail.',
  eraseSure: 'Shall we erase your data? An application that is erased is not considered any more.',
  withdraw: { applications: 'Withdraw my whole application', executives: 'Withdraw my registration' },
  withdrawHint: {
    applications: 'Your application is not considered any more, at any vacancy.',
    executives: 'We end your registration and write to you about the mandate and the agreement.',
  },
  keep: 'No, keep it',
  withdrawYes: 'Yes, withdraw',
  eraseYes: 'Yes, erase it',
  withdrawOne: 'Withdraw from this job',
  withdrawOneOf: 'Withdraw from this job: {title}',
  withdrawOneSure:
    'Shall we take your application for this job back? You cannot apply to it again on this page. Your other applications stay as they are.',
  withdrawSure: {
    applications:
      'Shall we withdraw your application, for every job? This cannot be taken back on this page.',
    executives: 'Shall we withdraw your registration? This cannot be taken back on this page.',
  },
  sent: 'Sent. We have mailed you a receipt.',
  open: 'Open',
  openOf: 'Open: {document}',
  annex: 'Annex {number}',
  signedOn: 'Signed on {day}',
  notMe: 'It was not me',
  phoneChanged:
    'Another phone number took the place of yours less than 24 hours ago. If it was not you, take it back: we send a code to your earlier number. Your earlier e-mail comes back with it, and everybody else is signed out.',
  confirmBack: 'Take it back',
  emailWaits: 'We have mailed a link to {email}. Once you open it, this address is on record.',
} as const

/** What the calls of a page of one's own answer. */
export const ownAnswers = {
  opened: 'This is your page.',
  locked: 'Please confirm this link with a code sent to your phone.',
  saved: 'Your details are saved.',
  emailAsked:
    'Saved. We have mailed a link to your new e-mail address: open it, and the address is on record.',
  emailSaved: 'Your new e-mail address is on record.',
  emailLinkEnded:
    'This link to confirm an e-mail address does not work any more. Please save the address again.',
  superseded: 'A newer application took the place of this one. Please use the link in its e-mail.',
  phoneTakenBack: 'Your earlier phone number and e-mail are on record again.',
  documentGone: 'This document is not there any more.',
  phoneSent: 'A 6-digit OTP was sent to this number.',
  phoneSaved: 'Your new phone number is saved.',
  taken: 'This e-mail or phone number is already registered.',
  documentSaved: 'Your document has reached us.',
  documentNone: 'Please choose a file.',
  applied: 'You have applied to this vacancy.',
  alreadyApplied: 'You have already applied to this vacancy.',
  vacancyClosed: 'This vacancy is not open any more.',
  notHere: 'This cannot be done on this page.',
  withdrawn: 'It is withdrawn.',
  erasureAsked: 'We have your wish to be erased, and answer you by e-mail.',
  /** Of a limit; `wait` is a duration. */
  tooMany: 'Too many changes on this page. Please try again in {wait}.',
} as const
