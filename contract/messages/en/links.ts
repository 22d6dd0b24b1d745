/** What is said where a link opened in another browser asks for a code (LINK_STEP_UP). */
export const linkAnswers = {
  confirmFirst:
    'This link was opened in another browser than the one that registered. Please confirm it with a code sent to your phone.',
  /** Of an id that no record has. */
  unknown:
    'This link is not known, or a newer one has taken its place. Please use the link in the newest e-mail from us.',
  sent: 'A 6-digit OTP was sent to the phone number on record.',
  confirmed: 'The link is confirmed.',
} as const

/** What a page says while a link is to be confirmed. */
export const linkMessages = {
  send: 'Send a code',
  confirm: 'Confirm',
  /** Where the code went; `phone` is masked. */
  sentTo: 'It went by SMS to {phone}. Nobody from our office will ever ask you for it.',
} as const

/** What is said of a registration that is continued later. */
export const laterAnswers = {
  sent: 'The link to continue is on its way to your e-mail address.',
  /** Of a link that opens nothing. */
  unknown:
    'This link is not known, was used, is older than 7 days, or a newer one has taken its place. Please use the link in the newest e-mail from us, or begin the registration anew.',
  codeSent: 'A 6-digit OTP was sent to the phone number that you verified.',
  resumed: 'You can go on with your registration.',
} as const

/** What the pages say of it. */
export const laterMessages = {
  button: 'Continue later',
  /** Above the button. */
  why: 'Your bank papers are not at hand? We mail you a link that leads back here.',
  /** In the button’s place once the link has left. */
  sent: 'We have sent a link to {email}.',
  /** Below it. */
  opens:
    'It opens this registration for 7 days, on any device, with a code to the phone that you verified. Bank details that you typed are not kept with it.',
  failed: 'The link could not be sent.',
  heading: 'Continue your registration',
  lead: 'What you have verified is kept. To open it, please enter a code that we send to the phone you verified.',
} as const
