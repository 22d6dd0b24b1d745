import { agency } from '#contract/schemas/agency.ts'

export const mandateFailure = {
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
  email: agency.email,
  noScript: 'This page needs JavaScript. Please write to us instead:',
}
