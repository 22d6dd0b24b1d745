import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { api } from '#contract/paths.ts'
import {
  type CareerForm,
  expectOneMail,
  newApplicant,
  openCareerForm,
  type Written,
} from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { announced, answer, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'
import { startFaultProxy } from '#tests/support/fault-proxy.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const FAILED = 'Failed to submit application'
const DUPLICATE =
  'Already Registered! You have already submitted an application. Please wait for our response or contact support for any queries.'

async function openFilled(page: Page, resumeBytes = 0): Promise<{ form: CareerForm; person: Written }> {
  const form = await openCareerForm(page)
  const person = newApplicant()
  await form.fill(person)
  await form.choose('resume', pdf('resume.pdf', resumeBytes))
  await form.choose('pan_card', pdf('pan.pdf'))
  return { form, person }
}

async function expectKept(form: CareerForm, person: Written): Promise<void> {
  expect(await form.values()).toEqual(person)
  expect(await form.chosen()).toEqual(['resume.pdf', 'pan.pdf'])
  await soon(() => form.submit.isEnabled()).toBe(true)
}

/** Returns a function that limits the bytes a second of uploads. */
async function lineOf(page: Page): Promise<(uploadThroughput: number) => Promise<unknown>> {
  // With several sessions the slowest limit would apply.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const rest = { offline: false, latency: 20, downloadThroughput: -1 }
  return (uploadThroughput) => session.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput })
}

test('on a slow line the bytes are reported, and Cancel stops the upload', async ({ open, site }) => {
  const page = await open({ width: PHONE, isFresh: true })
  const { form, person } = await openFilled(page, 1_500_000)
  const slowTo = await lineOf(page)
  await slowTo(100_000)
  await form.submit.click()
  await page.getByRole('progressbar', { name: 'Sending' }).waitFor()
  expect(await form.submit.isDisabled()).toBe(true)
  expect(await form.submit.locator('svg:visible').count()).toBe(1)
  await page.getByText(/^Sending: [\d.]+ [KM]B of 1\.4 MB$/).waitFor()
  await page.getByRole('button', { name: 'Cancel sending' }).click()

  // Nothing is stored, and everything stays.
  const words = page.getByText(careerMessages.cancelled, { exact: true })
  await words.waitFor()
  await soon(() => hasFocus(words)).toBe(true)
  await soon(() => page.getByRole('progressbar').count()).toBe(0)
  expect(await form.toasts.count()).toBe(0)
  await expectKept(form, person)

  await form.submit.click()
  await page.getByText(/^Sending: [\d.]+ [KM]B of 1\.4 MB$/).waitFor()
  await slowTo(-1)
  await announced(page, careerMessages.sent)
  await expectOneMail(site, person)
})

describe('when an application cannot be sent', () => {
  test('because the line breaks, everything is kept, and a second attempt succeeds', async ({
    open,
    site,
    onTestFinished,
  }) => {
    const line = await startFaultProxy({ host: 'localhost', port: Number(new URL(site.url).port) })
    onTestFinished(line.close)
    const page = await open({ baseURL: `http://localhost:${line.port}` })
    const { form, person } = await openFilled(page, 3_000_000)
    await line.break({ kind: 'cut', way: 'sent', after: 1_000_000 })
    await form.submit.click()

    await announced(page, FAILED)
    const alert = page.locator('form').getByRole('alert')
    await alert.getByText(FAILED, { exact: true }).waitFor()
    await alert.getByText(careerMessages.unanswered, { exact: true }).waitFor()
    await expectKept(form, person)

    await line.mend()
    await form.submit.click()
    await announced(page, careerMessages.sent)
    await expectOneMail(site, person)
    await page.close()
  })

  test('because a file is of another kind or gone, its field says so', async ({ open }) => {
    const page = await open()
    const { form } = await openFilled(page)
    await form.field('pan_card').setInputFiles({
      name: 'pan.png',
      buffer: Buffer.from('no picture'),
      mimeType: 'image/png',
    })
    await form.place('pan_card').getByText('Inside, this file is plain text.').waitFor()
    await using folder = await temporaryFolder()
    const onDisk = path.join(folder.path, 'gone.pdf')
    await writeFile(onDisk, pdf('gone.pdf').buffer)
    await form.field('pan_card').setInputFiles(onDisk)
    await form.shown('pan_card', 'gone.pdf').waitFor()
    // As a phone's app withdraws a file.
    await rm(onDisk)
    await form.submit.click()
    await form.place('pan_card').getByText(fileMessages.damaged, { exact: true }).waitFor()
    await soon(() => hasFocus(form.field('pan_card'))).toBe(true)
    await form.choose('pan_card', pdf('pan.pdf'))
    await form.submit.click()
    await announced(page, careerMessages.sent)
  })
})

test('because the person has applied already, the yellow banner says so, and nothing is lost', async ({
  open,
}) => {
  const page = await open()
  const first = await openFilled(page)
  await first.form.submit.click()
  await announced(page, careerMessages.sent)

  const { form, person } = await openFilled(page)
  await form.fill({ email: first.person.email.toUpperCase() })
  await form.submit.click()
  await form.banner.getByText(DUPLICATE, { exact: true }).waitFor()
  expect(await form.banner.getAttribute('data-banner')).toBe('warning')
  await soon(() => form.banner.evaluate((one) => one === document.activeElement)).toBe(true)
  const message = 'You have already applied for this position.'
  await announced(page, message)
  await page.locator('form').getByRole('alert').getByText(message, { exact: true }).waitFor()
  expect(await colourOf(form)).toBe('yellow')
  await expectKept(form, { ...person, email: first.person.email.toUpperCase() })

  // The same if a server says so in words only, without our code.
  const says = (words: string) =>
    answer(page, api.careerApplication, () => ({ status: 400, body: { message: words } }))
  await says('Closed today.')
  await form.submit.click()
  await announced(page, 'Closed today.')
  expect(await form.banner.count()).toBe(0)
  await says('User already registered')
  await form.submit.click()
  await form.banner.getByText(DUPLICATE, { exact: true }).waitFor()
})

/** Yellow: red and green are strong and close to each other, blue is weaker. */
async function colourOf(form: CareerForm): Promise<string> {
  const colour = await form.banner.evaluate((one) => getComputedStyle(one).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return red > 200 && green > 180 && blue < green - 50 ? 'yellow' : colour
}
