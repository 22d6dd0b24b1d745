import { expect, it } from 'vitest'
import { mainLinks, serviceGroups } from './site.ts'

it('the menu leads to the pages that the specification names, in its order', () => {
  expect(mainLinks.map(({ href }) => href)).toEqual(['/', '/about', '/services', '/contact', '/career'])
})

it('each service leads to its form: of employers with the service named, of job seekers the application', () => {
  const [employers, jobSeekers] = serviceGroups.map(({ services }) => services.map(({ href }) => href))
  expect(employers).toEqual(
    ['screening', 'staffing', 'executive', 'payroll'].map((service) => `/contact?about=${service}`),
  )
  expect(new Set(jobSeekers)).toEqual(new Set(['/career']))
})
