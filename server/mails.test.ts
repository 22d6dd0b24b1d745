import { expect, it } from 'vitest'
import { jobName } from '#contract/messages/staff-jobs.ts'
import { mails } from './mails.ts'

it.each(mails.map(({ name }) => name))('the mail %s has a name at the desk', (name) => {
  expect(jobName(name)).not.toBe(name)
})
