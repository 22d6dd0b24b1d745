// The words beside each form; the form's own stand in other modules.

export const contactPage = {
  heading: 'Contact Form',
  lead: 'Tell us what you need, and a consultant will answer you.',
  stepsHeading: 'What happens next',
  steps: [
    'Your message goes straight to our placement desk.',
    'A consultant reads it and replies by e-mail or phone.',
    'If we are not the right people for it, we say so.',
  ],
  otherHeading: 'Other ways to reach us',
  /** How an enquiry begins that a service's own link leads to. */
  about: 'About: {service}',
} as const

export const careerPage = {
  heading: 'Application Form',
  lead: 'Apply once. A consultant reads your application and contacts you.',
  needHeading: 'What to have at hand',
  needs: [
    'Your resume as a PDF or Word file.',
    'If you wish, your education certificate, Aadhaar card and PAN card, as PDF or photo. Leaving them out does not count against you.',
  ],
  stepsHeading: 'What happens next',
  steps: [
    'Your application goes to our placement desk. Your documents are encrypted before they are stored.',
    'A consultant reads it and contacts you by phone or e-mail.',
    'We never ask you for money or a code to read an application.',
  ],
  otherHeading: 'Questions, or no way to use the form?',
  other: 'Write to us:',
  privacy: 'How we use what you send',
} as const

export const registerPage = {
  heading: 'Register as an executive',
  lead: 'Three steps, about ten minutes.',
  needs:
    'Have at hand your Aadhaar number and the phone linked to it, your bank account number and IFSC code, and your net-banking login.',
  promise: 'No offer and no interview within 90 days: you can ask for the fee back.',
  more: 'More about registering',
  details: [
    {
      about: 'Who it is for',
      words:
        'For people who want us to look for employment for them. Employers, and whoever applies for one position, need not register.',
    },
    {
      about: 'What you get',
      words:
        'Personalized job search, screening and matching, interviews that we arrange and prepare you for, and career counselling. Your agreement says it in full.',
    },
    {
      about: 'What it costs',
      words:
        '[[agency.serviceFee]] A fee is collected by the debit mandate of step 2, which you authorise with your bank. No single debit is higher than the maximum shown there, and none is made for anything but a sum that is due under your agreement.',
    },
    {
      about: 'The 90-day commitment, and the refund',
      words:
        'We commit ourselves to securing you an offer within 90 days of your agreement. If there is none, you can ask for the service fee back in writing, within 10 days after that; it is refunded within 5 to 7 business days of our approval. No refund is given where we arranged an interview or an offer.',
    },
  ],
  needsHeading: 'What to have at hand',
  refundPolicy: 'Refund Policy',
  safeHeading: 'How we handle this',
  safe: [
    'What you type is sent when it is needed: the two numbers when you verify them, your bank details when you go on to your bank, the rest when you register. A refresh loses nothing but your account number.',
    'Your Aadhaar number is checked with the Aadhaar records and is not kept.',
    'Codes are for you alone. Nobody from our office will ask you for one.',
    'You sign in with your own bank, on its page. We never see your net-banking password.',
  ],
  otherHeading: 'Questions, or no way to use the form?',
  other: 'Write to us:',
  privacy: 'How we use what you send',
  noScript:
    'The registration needs JavaScript, which is switched off or blocked in your browser. Please switch it on and reload this page, or write to us:',
} as const

export const mandateFailurePage = {
  heading: 'Set up your bank mandate again',
  lead: 'Your bank did not set up the mandate of your registration. Please check the account below, correct what is wrong, and authorise the mandate once more.',
  formHeading: 'Mandate Details',
  reasonsHeading: 'Why a mandate fails',
  reasons: [
    'The account holder’s name, the account number or the IFSC code is not as your bank has it.',
    'Net banking is not switched on for the account, or it is a joint account.',
    'The bank’s window was closed, or its one-time code came too late.',
  ],
  safeHeading: 'How we handle this',
  safe: [
    'You sign in with your own bank, on its page. We never see your net-banking password.',
    'Nobody from our office will ask you for a code.',
  ],
  otherHeading: 'Questions?',
  other: 'Write to us:',
  noScript: 'This page needs JavaScript. Please write to us instead:',
} as const

export const signAgreementPage = {
  heading: 'Sign your agreement',
  lead: 'Please read the agreement of your registration, as pages or as text, and accept it at its foot.',
  whatHeading: 'What accepting means',
  what: [
    'You and we make a contract electronically. When, where from and in which words you accepted is kept with it.',
    'It is not an electronic signature of the Second Schedule of the Information Technology Act, such as Aadhaar eSign. If you want one, please write to us.',
    'Afterwards you and we each get the sealed agreement by e-mail. Any later change to it shows.',
  ],
  otherHeading: 'Questions?',
  other: 'Write to us before you accept:',
  noScript: 'This page needs JavaScript. Please write to us instead:',
} as const
