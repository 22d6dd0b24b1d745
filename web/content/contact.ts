import { agency } from '#contract/schemas/agency.ts'

export const contact = {
  heading: 'Contact Form',
  lead: 'Tell us what you need, and a consultant will answer you.',
  stepsHeading: 'What happens next',
  steps: [
    'Your message goes straight to our placement desk.',
    'A consultant reads it and replies by e-mail or phone.',
    'If we are not the right people for it, we say so.',
  ],
  otherHeading: 'Other ways to reach us',
  address: [agency.nameStart, agency.street, `${agency.city} ${agency.pincode}`, agency.state],
}
