import { expect, test } from 'vitest'
import { vacancyContent } from '#contract/fields/vacancy.ts'
import { jobPage, jobsPage } from '#contract/messages/en/jobs.ts'
import { pages } from '#contract/paths.ts'
import { served } from '#web/ui/served.fixture.ts'
import { VacancyView } from './vacancy-view.tsx'

test.each([
  ['to the open jobs and the form while a job is open', true],
  ['to the form alone while none is', false],
])('the page of a closed vacancy leads %s', (_, hasJobs) => {
  const closed = { reference: 'VA-7K3M9Q', address: '/jobs/x', posted_on: '2026-01-31', changed_at: 1 }
  const vacancy = { ...vacancyContent.parse({ title: 'Weaver' }), ...closed, isOpen: false }
  const { getByText } = served(
    <VacancyView {...{ vacancy, hasJobs, similar: [], twoWays: '', url: 'https://agency.example/jobs/x' }} />,
  )
  const notice = getByText(jobPage.closed).parentElement
  expect(notice?.querySelectorAll(`a[href="${pages.jobs}"]`)).toHaveLength(hasJobs ? 1 : 0)
  expect(notice?.textContent).toContain(hasJobs ? jobPage.closedMore : jobsPage.emptyMore)
  expect(notice?.textContent).not.toContain(hasJobs ? jobsPage.emptyMore : jobPage.closedMore)
  expect(notice?.querySelector(`a[href="${pages.career}"]`)).not.toBeNull()
})
