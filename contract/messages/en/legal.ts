/** Title, description (120 to 155 characters with the default name, for search engines) and date of each legal text. */
export const legalHeads = {
  privacy: {
    title: 'Privacy Policy',
    description:
      'What personal information [[agency.name]] collects on this website, why, who else receives it, how it is protected, and the choices you have.',
    dateLabel: 'Last modified',
  },
  terms: {
    title: 'Terms of Use',
    description:
      'The terms on which [[agency.name]] offers this website: who it is for, what is not allowed, liability, governing law and time limits.',
    dateLabel: 'Last modified',
  },
  refundPolicy: {
    title: 'Refund Policy',
    description:
      'When [[agency.name]] refunds its service fee: the 90-day placement commitment, how to ask in writing, and when no refund is given.',
    dateLabel: 'Last Updated',
  },
} as const

/** Around a legal text. */
export const legalPage = {
  contents: 'On this page',
  /** Shown in every language but English. */
  translated: 'This is a translation. The English text is the original.',
  original: 'Read the English text',
  /** At the end of a text, over the ways on. */
  onwards: 'Read next',
  ask: 'Ask us a question',
} as const
