/** What is said of an agreement beyond the specification's own words (those are in messages.ts). */
export const agreementAnswers = {
  signed: 'Agreement signed successfully',
  opened: 'The agreement as it stands',
  noted: 'Noted that the agreement was opened',
  otherName: 'Please sign with the name that is on the agreement',
  linkEnded:
    'This link to the agreement is incomplete or no longer valid. Please open the agreement again from its page.',
  beingSigned:
    'Your acceptance is kept. The signed document is being prepared: please try again in a few seconds.',
} as const
