import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { vacancyContent } from '#contract/fields/vacancy.ts'
import { jobPage, jobsPage } from '#contract/messages/en/jobs.ts'
import { pages } from '#contract/paths.ts'
import { VacancyView } from './vacancy-view.tsx'

test.each([
  ['to the open jobs and the form while a job is open', true],
  ['to the form alone while none is', false],
])('the page of a closed vacancy leads %s', (_, hasJobs) => {
  const closed = { reference: 'VA-7K3M9Q', address: '/jobs/x', posted_on: '2026-01-31', changed_at: 1 }
  const vacancy = { ...vacancyContent.parse({ title: 'Weaver' }), ...closed, isOpen: false }
  const html = renderToStaticMarkup(
    <VacancyView {...{ vacancy, hasJobs, similar: [], twoWays: '', url: 'https://agency.example/jobs/x' }} />,
  )
  const [, notice = ''] = html.split(jobPage.closed)
  expect(notice.includes(`href="${pages.jobs}"`)).toBe(hasJobs)
  const [more, none] = [notice.includes(jobPage.closedMore), notice.includes(jobsPage.emptyMore)]
  expect([more, none]).toEqual([hasJobs, !hasJobs])
  expect(notice).toContain(`href="${pages.career}"`)
})
