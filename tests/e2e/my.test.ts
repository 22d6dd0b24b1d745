import { fill } from '#contract/messages/sentences.ts'
import { addressIn } from '#contract/messages/languages.ts'
import { recordPages } from '#contract/paths.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { carried, jpeg, pdf } from '#tests/support/e2e/documents.ts'
import { words } from '#tests/support/e2e/languages.ts'
import { linkIn } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { codeFor, wrong } from '#tests/support/e2e/register.ts'
import { announced, expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const {
  fileMessages,
  ownPage,
  ownStates,
  ownActions,
  ownAnswers,
  linkMessages,
  documentNames,
  applicationForm,
} = words.gu

test('in Gujarati an applicant uses everything that their own page offers', async ({ open, site }) => {
  const person = somebody()
  const inGujarati = { 'accept-language': 'gu-IN' }
  expect((await postApplication(site.url, person, [documentPart()], inGujarati)).status).toBe(201)
  const path = await linkIn(site, person.email, recordPages.own)
  expect(path.startsWith(addressIn('gu', recordPages.own))).toBe(true)

  const page = await open({ width: PHONE })
  const problems = problemsOf(page)
  const answer = await page.goto(path)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  await soon(() => heading.innerText()).toBe(ownPage.headings.applications)
  expect(await page.getByRole('main').innerText()).not.toContain(person.full_name)

  await button(ownPage.sendCode).click()
  const boxes = page.locator('[role="group"] input')
  const first = boxes.first()
  await first.waitFor()
  const tops = await boxes.evaluateAll((all) => all.map((box) => Math.round(box.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
  const code = await codeFor(site, person.phone)
  for (const typed of [wrong(code), code]) {
    await first.focus()
    await page.keyboard.type(typed)
    await button(linkMessages.confirm).click()
    if (typed !== code) await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).waitFor()
  }
  const stands = page.getByRole('region', { name: ownStates.heading })
  await stands.getByText(ownStates.stages.received).waitFor()
  await page.getByText(person.full_name).waitFor()

  // A picture becomes a PDF here too; neither a refused file nor two at once replace a good one.
  const resume = page.getByLabel(documentNames.resume, { exact: true })
  await resume.setInputFiles(await jpeg('IMG_1.jpg'))
  const send = button(fill(ownActions.sendDocument, { document: documentNames.resume }))
  await send.waitFor()
  await resume.setInputFiles({ name: 'cv.pdf', mimeType: '', buffer: Buffer.from([1]) })
  await page.getByText(fill(fileMessages.stillChosen, { name: 'resume.pdf' })).waitFor()
  const [one, other] = [pdf('one.pdf'), pdf('other.pdf')]
  const zone = page.locator('.drop-zone').first()
  await zone.dispatchEvent('drop', { dataTransfer: await carried(page, one, other) })
  await page.getByText(fileMessages.oneOnly).waitFor()
  await send.click()
  await announced(page, ownAnswers.documentSaved)
  await page.getByText(fill(ownActions.documentThere, { name: 'resume.pdf' })).waitFor()

  const certificate = documentNames.edu_certificate
  await page.getByLabel(certificate, { exact: true }).setInputFiles(pdf('degree.pdf'))
  await button(fill(ownActions.sendDocument, { document: certificate })).click()
  await announced(page, ownAnswers.documentSaved)
  await page.getByText(fill(ownActions.documentThere, { name: 'degree.pdf' })).waitFor()

  await page.getByLabel(applicationForm.email.label, { exact: true }).fill('nobody')
  await button(ownActions.save).click()
  await page.getByText(applicationForm.email.invalid).waitFor()
  await page.getByLabel(applicationForm.email.label, { exact: true }).fill(`new-${person.email}`)
  await button(ownActions.save).click()
  await announced(page, ownAnswers.emailAsked)
  await page.getByText(fill(ownActions.emailWaits, { email: `new-${person.email}` })).waitFor()

  const opening = page.waitForEvent('download')
  await page.getByRole('link', { name: fill(ownActions.openOf, { document: certificate }) }).click()
  expect((await opening).suggestedFilename()).toMatch(/^AP-\w{6}-edu_certificate\.pdf$/)

  const downloading = page.waitForEvent('download')
  await button(ownActions.copy).click()
  expect((await downloading).suggestedFilename()).toMatch(/^AP-\w{6}\.json$/)

  await button(ownActions.withdraw.applications).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: ownActions.keep, exact: true }).click()
  await soon(() => dialog.count()).toBe(0)
  await button(ownActions.withdraw.applications).click()
  await dialog.getByRole('button', { name: ownActions.withdrawYes, exact: true }).click()
  await announced(page, ownAnswers.withdrawn)
  await stands.getByText(ownStates.stages.withdrawn).waitFor()
  await soon(() => button(ownActions.withdraw.applications).count()).toBe(0)
  // The browser reports only the refusal of the wrong code.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})

test('an unknown link says so, and leads nowhere', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto(recordPages.own + 'x'.repeat(32))
  await page.getByText(words.en.linkAnswers.unknown).waitFor()
  expect(new URL(page.url()).pathname.startsWith(recordPages.own)).toBe(true)
})
