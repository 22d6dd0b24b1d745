export type ServiceIcon =
  'screening' | 'staffing' | 'executive' | 'payroll' | 'search' | 'interview' | 'counselling'

export interface Service {
  icon: ServiceIcon
  title: string
  text: string
}

export interface ServiceGroup {
  /** Anchor on the page. */
  id: string
  heading: string
  intro: string
  services: Service[]
}

export const servicesBanner = {
  title: 'Our Services',
  lead: 'For employers who need the right person, and for people who want the right work.',
}

export const serviceGroups: ServiceGroup[] = [
  {
    id: 'employers',
    heading: 'Our Services for Employers',
    intro: 'We help you source candidates that fit your organisation: its work, its pace and its people.',
    services: [
      {
        icon: 'screening',
        title: 'Candidate Screening & Shortlisting',
        text: 'We read every application, speak to each candidate, check what they claim and send you a short list with reasons.',
      },
      {
        icon: 'staffing',
        title: 'Temporary and Permanent Staffing Solutions',
        text: 'Cover for a season or a hire for good: one brief to us, people who can start when you need them.',
      },
      {
        icon: 'executive',
        title: 'Executive Search',
        text: 'A quiet, careful search for the few who can lead, including those who are not looking.',
      },
      {
        icon: 'payroll',
        title: 'Payroll and HR Compliance Support',
        text: 'Salaries, provident fund, ESI and registers kept right and on time, so that your team can keep to its work.',
      },
    ],
  },
  {
    id: 'job-seekers',
    heading: 'Our Services for Job Seekers',
    intro: 'As recruitment consultants we guide you the whole way, from finding a job to securing one.',
    services: [
      {
        icon: 'search',
        title: 'Personalized Job Search',
        text: 'Tell us what you can do and where you want to be. We look for roles that match and say so when one does not.',
      },
      {
        icon: 'interview',
        title: 'Interview Preparation',
        text: 'Practice questions from your field, honest feedback, and what this employer will want to hear about.',
      },
      {
        icon: 'counselling',
        title: 'Career Counseling',
        text: 'First job, a change of field, a return after a break: we plan the next step with you, and the one after it.',
      },
    ],
  },
]
