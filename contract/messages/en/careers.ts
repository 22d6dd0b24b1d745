import type { Notices } from '#contract/schemas/notices.ts'
import { noticeEndings } from './notices.ts'
import { sectorTitles, serviceTitles } from './pages.ts'

/** The career form (specification sections 5 and 8); its documents have names of their own (`documentNames`). */
export const applicationForm = {
  mandatory: 'Fields marked * are mandatory.',
  full_name: {
    label: 'Full name',
    required: 'Full name is required',
    tooLong: 'Name is too long',
  },
  email: {
    label: 'Email',
    hint: 'We reply to this address, such as name@example.in.',
    required: 'Email is required',
    invalid: 'Invalid email address',
    tooLong: 'Email is too long',
  },
  phone: {
    label: 'Phone Number',
    hint: '10 digits, with or without +91 in front.',
    required: 'Phone number is required',
    invalid: 'Invalid phone number',
  },
  date_of_birth: {
    label: 'Date of birth',
    required: 'Date of birth is required',
    invalid: 'Date of birth must be a real date',
    inFuture: 'Date of birth cannot be after today',
  },
  address: {
    label: 'Address',
    tooLong: 'Address is too long',
  },
  service: {
    label: 'The service you ask for',
    any: 'None of them',
    options: {
      search: serviceTitles.search,
      interview: serviceTitles.interview,
      counselling: serviceTitles.counselling,
    },
  },
  sector: {
    label: 'Sector',
    /** Where none is chosen. */
    any: 'Any',
    options: {
      technology: sectorTitles.technology,
      healthcare: sectorTitles.healthcare,
      finance: sectorTitles.finance,
      marketing: sectorTitles.marketing,
      engineering: sectorTitles.engineering,
      other: 'Other',
    },
  },
  role: { label: 'Role', hint: 'Such as staff nurse or accountant.' },
  experience: { label: 'Experience', hint: 'Such as 3 years, or none.' },
  work_place: { label: 'Where you want to work', hint: 'Such as Surat, or from home.' },
  pay_expected: { label: 'Pay you expect', hint: 'Such as 25,000 rupees a month.' },
  /** Of any of these five. */
  wishTooLong: 'At most 200 characters',
  /** Above these five. */
  work: 'The work you look for',
  workHint: 'Leave out what you like: none of this is needed.',
  /** With a vacancy: before its title, and the button that drops it. */
  applyFor: 'You apply for',
  withoutVacancy: 'Without this vacancy',
  vacancyClosed: 'This vacancy is no longer open. Your application reaches us all the same.',
  documents: 'Documents',
  /** After the hint of the Aadhaar card. */
  maskedCopy: 'Please choose a masked copy: one that shows only the last four digits of the number.',
  /** Under a document's field: «Resume is required» belongs to the resume alone. */
  documentRequired: '{document} is required',
  filesAgain: 'Files have to be chosen again after a refresh.',
  submit: 'Submit',
  /** A link, once the application is sent. */
  home: 'Go to the home page now',
} as const

/** The documents of an application, by the field that they are sent in. */
export const documentNames = {
  resume: 'Resume',
  edu_certificate: 'Education certificate',
  aadhar_card: 'Aadhaar card',
  pan_card: 'PAN card',
} as const

/** The career form (specification sections 5 and 8). */
/** The notices before the form (`Notices`). */
export const careerNotices = {
  '2026-11-21': {
    essence:
      'We use what you send to judge whether a position suits you and to contact you, and keep it for one year after the decision. An employer sees it only once you have agreed. You can withdraw at any time.',
    what: 'Your full name, e-mail address, phone number, date of birth and resume; and, only if you add them, your address, education certificate, and copies of your Aadhaar card and PAN card.',
    why: 'To judge whether a position suits you, to contact you, and, once you have agreed to be put forward, to present you to an employer. We rely on your consent, which you give by pressing Submit.',
    whoElse:
      'An employer, once you have agreed: your profile and resume, never your Aadhaar card or PAN card. The companies that carry our e-mail and run our servers, for us alone. We do not sell it. An authority or a court receives it only where the law requires it.',
    howLong: 'One year after the decision, your documents too.',
    changingYourMind: noticeEndings.withdrawing,
    yourRights: noticeEndings.rights,
  },
  '2026-11-25': {
    what: 'Your full name, e-mail address, phone number, date of birth and resume; and, only if you add them, your address, education certificate, copies of your Aadhaar card and PAN card, and the work you look for: sector, role, experience, where you want to work and the pay you expect. With a vacancy, for which one you apply.',
  },
  '2026-11-26': {
    what: 'Your full name, e-mail address, phone number, date of birth and resume; and, only if you add them, your address, education certificate, copies of your Aadhaar card and PAN card, and the work you look for: sector, role, experience, where you want to work and the pay you expect. With a vacancy, for which one you apply; with one of our services, which one you ask for.',
  },
} as const satisfies Notices
