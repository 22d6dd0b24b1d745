/** Title and description of each page that is not a legal text; each is its page's own. */
export const pageHeads = {
  home: {
    title: 'Your Trusted HR Placement Partner',
    description:
      '[[agency.nameStart]] connects businesses with top talent and helps job seekers find roles in IT, healthcare, finance, marketing and engineering.',
  },
  about: {
    title: 'About',
    description:
      'Who [[agency.name]] is: our mission, how we place people, and the five industries we serve from [[agency.city]], [[agency.state]].',
  },
  services: {
    title: 'Services',
    description:
      'Screening, staffing, executive search and payroll support for employers; job search, interview preparation and career counselling for job seekers.',
  },
  contact: {
    title: 'Contact',
    description:
      'Send an enquiry to [[agency.name]]: a role to fill, or a role to find. A consultant reads every message and answers it.',
  },
  career: {
    title: 'Career',
    description:
      'Apply to [[agency.name]] with your resume and certificates. One application is enough: a consultant reads it and contacts you.',
  },
  register: {
    title: 'Register',
    description:
      'Register with [[agency.name]] as an executive in three steps: verify your identity, set up a bank mandate, and accept the agreement.',
  },
  signAgreement: {
    title: 'Sign your agreement',
    description:
      'The agreement of an executive of [[agency.name]]: here it is read and accepted, by whoever was sent the link.',
  },
  mandateFailure: {
    title: 'Set up your bank mandate again',
    description:
      'The bank mandate of an executive of [[agency.name]] failed: here it is set up once more, by whoever was sent the link.',
  },
  own: {
    title: 'Your page with us',
    description:
      'Where an application to [[agency.name]] or a registration stands, and what can be done with it, for whoever was sent the link.',
  },
  reminders: {
    title: 'No more reminders',
    description:
      'Where whoever gets reminders from [[agency.name]] about an application or a registration says that no more are wanted.',
  },
  notFound: {
    title: 'Page not found',
    description: 'This page is not here. Go back to the home page, or on to our services and contact pages.',
  },
} as const

/** Where a reminder's mail leads whoever wants no more of them. */
export const remindersPage = {
  heading: 'No more reminders?',
  text: 'We remind you by e-mail of what still waits for you: an agreement to accept, a bank mandate to set up again, a document that we asked for.',
  keeps:
    'If you press the button, we send you no more reminders. Your application or your registration stays as it is, and mails about it still come.',
  stop: 'No more reminders',
} as const

export const reminderAnswers = {
  stopped: 'We will send you no more reminders.',
} as const

export const notFoundPage = {
  heading: 'This page is not here',
  text: 'The address may have been typed wrongly, or the page may have moved. Nothing you did is lost.',
  home: 'Back to the home page',
  other: 'Or go on from here',
} as const

export const aboutPage = {
  title: 'About [[agency.name]]',
  lead: 'We are an HR placement and recruitment firm in [[agency.city]], [[agency.state]]. We bring people and work together.',
  mission: {
    heading: 'Our mission',
    text: [
      'Connect businesses with top talent, and help job seekers find roles in which they do well and stay.',
      'A placement is right when both sides would choose it again a year later. So we ask more questions at the start, introduce fewer people, and tell each of them what to expect.',
    ],
  },
  specialisation: {
    heading: 'What we specialise in',
    lead: 'Placement is a craft of small, careful steps. These are the ones we keep to.',
    steps: [
      {
        title: 'A brief that can be checked',
        text: 'We write down the work, the pay, the place and the hours with the employer, and show it to every candidate.',
      },
      {
        title: 'A short list with reasons',
        text: 'Each name comes with what we verified, what we could not, and why we think the two of you should meet.',
      },
      {
        title: 'One person to call',
        text: 'The consultant who takes the brief stays with it through interviews, the offer and the first weeks at work.',
      },
    ],
  },
  industries: { heading: 'Industries we serve' },
  invitation: {
    heading: 'Tell us what you need',
    text: 'A role to fill, or a role to find. We answer every enquiry.',
    action: 'Contact us',
    apply: 'Apply for work',
  },
} as const

export const servicesPage = {
  title: 'Our Services',
  lead: 'For employers who need the right person, and for people who want the right work.',
  employers: {
    heading: 'Our Services for Employers',
    intro: 'We help you source candidates that fit your organisation: its work, its pace and its people.',
    /** Leads to the form; the service is named after it for those who hear the link alone. */
    action: 'Enquire about this',
  },
  jobSeekers: {
    heading: 'Our Services for Job Seekers',
    intro: 'As recruitment consultants we guide you the whole way, from finding a job to securing one.',
    action: 'Apply',
  },
} as const

/** What the services for job seekers are called: by themselves, for a form that has no room for what is said of them. */
export const serviceTitles = {
  search: 'Personalized Job Search',
  interview: 'Interview Preparation',
  counselling: 'Career Counseling',
} as const

/** What we do for employers, and then for job seekers. */
export const serviceTexts = {
  screening: {
    title: 'Candidate Screening & Shortlisting',
    text: 'We read every application, speak to each candidate, check what they claim and send you a short list with reasons.',
  },
  staffing: {
    title: 'Temporary and Permanent Staffing Solutions',
    text: 'Cover for a season or a hire for good: one brief to us, people who can start when you need them.',
  },
  executive: {
    title: 'Executive Search',
    text: 'A quiet, careful search for the few who can lead, including those who are not looking.',
  },
  payroll: {
    title: 'Payroll and HR Compliance Support',
    text: 'Salaries, provident fund, ESI and registers kept right and on time, so that your team can keep to its work.',
  },
  search: {
    title: serviceTitles.search,
    text: 'Tell us what you can do and where you want to be. We look for roles that match and say so when one does not.',
  },
  interview: {
    title: serviceTitles.interview,
    text: 'Practice questions from your field, honest feedback, and what this employer will want to hear about.',
  },
  counselling: {
    title: serviceTitles.counselling,
    text: 'First job, a change of field, a return after a break: we plan the next step with you, and the one after it.',
  },
} as const

/** What the sectors are called: by themselves, for a form that has no room for what is said of them. */
export const sectorTitles = {
  technology: 'Information Technology',
  healthcare: 'Healthcare',
  finance: 'Finance',
  marketing: 'Marketing',
  engineering: 'Engineering',
} as const

/** The sectors: what the roles are, in one line, and what we look for, for the About page. */
export const sectorTexts = {
  technology: {
    name: sectorTitles.technology,
    roles: 'Developers, testers, support engineers and the people who lead them.',
    detail:
      'We read code samples and tickets, not only job titles, so that a shortlist names people who have done the work before.',
  },
  healthcare: {
    name: sectorTitles.healthcare,
    roles: 'Nurses, technicians, pharmacists and hospital administration.',
    detail: 'Registrations and shifts are settled first: who may practise, where, and at which hours.',
  },
  finance: {
    name: sectorTitles.finance,
    roles: 'Accountants, auditors, credit and branch operations.',
    detail: 'References are taken before an interview, because trust with money is the first qualification.',
  },
  marketing: {
    name: sectorTitles.marketing,
    roles: 'Brand, digital, content and field sales teams.',
    detail: 'We ask what was sold, to whom and with which result, and pass the answer on with the profile.',
  },
  engineering: {
    name: sectorTitles.engineering,
    roles: 'Production, maintenance, quality and design engineers.',
    detail: 'From textile mills to chemical plants: people who know the machine and the safety rule.',
  },
} as const
