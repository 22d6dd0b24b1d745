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
  send: 'Send the code',
  confirm: 'Confirm',
  /** Where the code went; `phone` is masked. */
  sentTo: 'It went by SMS to {phone}. Nobody from our office will ever ask you for it.',
} as const
