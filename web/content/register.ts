import { agency } from '#contract/schemas/agency.ts'

export const register = {
  heading: 'Register as an executive',
  lead: 'Three steps, about ten minutes.',
  needs:
    'Have at hand your Aadhaar number and the phone linked to it, your bank account number and IFSC code, and your net-banking login.',
  safeHeading: 'How we handle this',
  safe: [
    'What you type is sent when it is needed: the two numbers when you verify them, your bank details in step 2, the rest when you register. A refresh loses nothing but your account number.',
    'Your Aadhaar number is checked with the Aadhaar records and is not kept.',
    'Codes are for you alone. Nobody from our office will ask you for one.',
    'You sign in with your own bank, on its page. We never see your net-banking password.',
  ],
  otherHeading: 'Questions, or no way to use the form?',
  other: 'Write to us:',
  email: agency.email,
  privacy: 'How we use what you send',
}
