import { agency } from '#contract/schemas/agency.ts'

/** Title and description of each page that is not a legal text; each is its page's own. */
export const pageHeads = {
  home: {
    title: 'Your Trusted HR Placement Partner',
    description: `${agency.nameStart} connects businesses with top talent and helps job seekers find roles in IT, healthcare, finance, marketing and engineering.`,
  },
  about: {
    title: 'About',
    description: `Who ${agency.name} is: our mission, how we place people, and the five industries we serve from ${agency.city}, ${agency.state}.`,
  },
  services: {
    title: 'Services',
    description:
      'Screening, staffing, executive search and payroll support for employers; job search, interview preparation and career counselling for job seekers.',
  },
  contact: {
    title: 'Contact',
    description: `Send an enquiry to ${agency.name}: a role to fill, or a role to find. A consultant reads every message and answers it.`,
  },
  career: {
    title: 'Career',
    description: `Apply to ${agency.name} with your resume and certificates. One application is enough: a consultant reads it and contacts you.`,
  },
  register: {
    title: 'Register',
    description: `Register with ${agency.name} as an executive in three steps: verify your identity, set up a bank mandate, and accept the agreement.`,
  },
  signAgreement: {
    title: 'Sign your agreement',
    description: `The agreement of an executive of ${agency.name}: here it is read and accepted, by whoever was sent the link.`,
  },
  mandateFailure: {
    title: 'Set up your bank mandate again',
    description: `The bank mandate of an executive of ${agency.name} failed: here it is set up once more, by whoever was sent the link.`,
  },
  notFound: {
    title: 'Page not found',
    description: 'This page is not here. Go back to the home page, or on to our services and contact pages.',
  },
}

export const notFound = {
  code: '404',
  heading: 'This page is not here',
  text: 'The address may have been typed wrongly, or the page may have moved. Nothing you did is lost.',
  home: 'Back to the home page',
  other: 'Or go on from here',
}
