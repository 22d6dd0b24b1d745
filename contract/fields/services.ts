/** The services for job seekers, as named in the address of the form. */
export const jobSeekerServices = ['search', 'interview', 'counselling'] as const

/** Their names at the desk. */
export const serviceNames: Readonly<Record<(typeof jobSeekerServices)[number], string>> = {
  search: 'Personalized Job Search',
  interview: 'Interview Preparation',
  counselling: 'Career Counseling',
}
