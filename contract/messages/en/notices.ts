export const noticeMessages = {
  heading: 'What we do with your information',
  more: 'Read more, and your rights',
  /** Beside the heading, where the notice is folded to one line. */
  unfold: 'More',
  rights: 'How to use your rights',
  policy: 'Privacy Policy',
} as const

/** How every notice ends. */
export const noticeEndings = {
  withdrawing:
    'Write to [[agency.privacyEmail]] from the e-mail address that you gave us, with the word “withdraw” in the subject. You need no reason. What was done before stays lawful.',
  rights:
    'In the same way you can ask to see, correct or erase what we hold, name a person who may ask for you, and complain: mark it for the grievance officer. If our answer does not settle it, you can complain to the Data Protection Board of India.',
} as const

/** The headings of a notice's points. */
export const noticeTopics = {
  what: 'What',
  why: 'Why',
  whoElse: 'Who else',
  howLong: 'How long',
  changingYourMind: 'Changing your mind',
  yourRights: 'Your rights',
} as const
