import { agency } from '#contract/schemas/agency.ts'

export const career = {
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
  email: agency.email,
  privacy: 'How we use what you send',
}
