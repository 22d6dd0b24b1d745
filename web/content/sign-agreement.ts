import { agency } from '#contract/schemas/agency.ts'

export const signAgreement = {
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
  email: agency.email,
  noScript: 'This page needs JavaScript. Please write to us instead:',
}
