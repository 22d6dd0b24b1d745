import { agency } from '#contract/schemas/agency.ts'
import type { Notices } from '#contract/schemas/notices.ts'

export const noticeMessages = {
  heading: 'What we do with your information',
  more: 'Read more, and your rights',
  /** Beside the heading, where the notice is folded to one line. */
  unfold: 'More',
  rights: 'How to use your rights',
  policy: 'Privacy Policy',
} as const

const withdrawing = `Write to ${agency.privacyEmail} from the e-mail address that you gave us, with the word “withdraw” in the subject. You need no reason. What was done before stays lawful.`
const rights = `In the same way you can ask to see, correct or erase what we hold, name a person who may ask for you, and complain: mark it for the grievance officer. If our answer does not settle it, you can complain to the Data Protection Board of India.`

/** The headings of a notice's points. */
export const noticeTopics = {
  what: 'What',
  why: 'Why',
  whoElse: 'Who else',
  howLong: 'How long',
  changingYourMind: 'Changing your mind',
  yourRights: 'Your rights',
} as const

/**
 * Each form's notices by version, the newest last: that one is shown. A later one has only what it says differently. One that
 * people have been shown is never edited, since what they sent is kept with its version (`server/platform/consent-text-hash.test.ts` holds the hashes).
 */
export const notices = {
  enquiry: {
    '2026-11-21': {
      essence:
        'We use your name, e-mail address, phone number and message to answer you, and keep them for one year after our last contact. You can withdraw at any time, and have them erased.',
      what: 'Your name, e-mail address, phone number and what you write. To hold back automated messages we also note how long the form was open.',
      why: 'To answer you, and to come back to you about the same matter. We rely on your consent, which you give by pressing Submit.',
      whoElse:
        'The companies that carry our e-mail and run our servers, for us alone. We do not sell it. An authority or a court receives it only where the law requires it.',
      howLong: 'One year after our last contact with you about it.',
      changingYourMind: withdrawing,
      yourRights: rights,
    },
  },
  career: {
    '2026-11-21': {
      essence:
        'We use what you send to judge whether a position suits you and to contact you, and keep it for one year after the decision. An employer sees it only once you have agreed. You can withdraw at any time.',
      what: 'Your full name, e-mail address, phone number, date of birth and resume; and, only if you add them, your address, education certificate, and copies of your Aadhaar card and PAN card.',
      why: 'To judge whether a position suits you, to contact you, and, once you have agreed to be put forward, to present you to an employer. We rely on your consent, which you give by pressing Submit.',
      whoElse:
        'An employer, once you have agreed: your profile and resume, never your Aadhaar card or PAN card. The companies that carry our e-mail and run our servers, for us alone. We do not sell it. An authority or a court receives it only where the law requires it.',
      howLong: 'One year after the decision, your documents too.',
      changingYourMind: withdrawing,
      yourRights: rights,
    },
    '2026-11-25': {
      what: 'Your full name, e-mail address, phone number, date of birth and resume; and, only if you add them, your address, education certificate, copies of your Aadhaar card and PAN card, and the work you look for: sector, role, experience, where you want to work and the pay you expect. With a vacancy, for which one you apply.',
    },
  },
  registration: {
    '2026-11-21': {
      essence:
        'We use what you give here to make sure who you are, to set up the bank mandate, and to draw up and keep your agreement. Your Aadhaar number itself is not kept. You can stop at any step, and withdraw later.',
      what: 'Your Aadhaar number, of which we keep the last four digits and a mark that cannot be turned back into it; from the Aadhaar records your name, date of birth, gender, address and photograph; your e-mail address, mobile number and a profile photo; your account name, account number and IFSC code; the mandate and the agreement.',
      why: 'To make sure that you are who you say you are and that nobody registers twice; to set up the mandate and to collect what is due under the agreement; to draw up, keep and prove the agreement. We rely on your consent, which you give when you press Verify and Next, and then on the agreement.',
      whoElse:
        'The provider that checks your Aadhaar number, the one that sends our SMS, the payment gateway and your bank, and the companies that carry our e-mail and run our servers: each what its part needs. We do not sell it. An authority or a court receives it only where the law requires it.',
      howLong:
        'While the agreement runs, and then for as long as claims can be made under it; your bank details until one year after the mandate ends. If you do not finish, until 30 minutes after you last used this page; the reference of a mandate already begun stays in our books.',
      changingYourMind: `${withdrawing} Once you have registered, the agreement may have to end with it, and the law may require us to keep some records. You can cancel the mandate with your bank at any time.`,
      yourRights: rights,
    },
    '2026-11-25': {
      howLong:
        'While the agreement runs, and then for as long as claims can be made under it; your bank details until one year after the mandate ends. If you do not finish, until 30 minutes after you last used this page, or for 7 days where you pressed “Continue later”; the reference of a mandate already begun stays in our books.',
    },
  },
} as const satisfies Notices
