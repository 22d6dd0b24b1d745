/** The services for job seekers, as the address of their form names them. */
export const jobSeekerServices = ['search', 'interview', 'counselling'] as const

/** What staff call them. */
export const serviceNames: Readonly<Record<(typeof jobSeekerServices)[number], string>> = {
  search: 'Personalized Job Search',
  interview: 'Interview Preparation',
  counselling: 'Career Counseling',
}
