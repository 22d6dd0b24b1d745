import { applicationForm } from '#contract/messages/en/careers.ts'
import { pages } from '#contract/paths.ts'
import { careerForm, expectOneMail, newApplicant, openCareerForm } from '#tests/support/e2e/career.ts'
import { jpeg, pdf } from '#tests/support/e2e/documents.ts'
import { holdScripts, mailsFrom } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import {
  announced,
  atRest,
  expect,
  fileChooser,
  hasFocus,
  launch,
  PHONE,
  soon,
  tabTo,
  test,
} from '#tests/support/e2e/test.ts'

const SENT = "Your application has been submitted successfully! We'll contact you soon."

test('on a phone an application with documents is sent and mailed', async ({ open, site }) => {
  const page = await open({ width: PHONE, isFresh: true })
  const problems = problemsOf(page)
  const person = newApplicant()
  await page.goto(pages.about)
  const form = await atRest(page, openCareerForm)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Application Form')
  await page.getByText('Fields marked * are mandatory.', { exact: true }).waitFor()
  // By keyboard only, except for three of the documents.
  for (const name of ['full_name', 'email', 'phone', 'date_of_birth', 'address'] as const) {
    await tabTo(page, form.field(name))
    await page.keyboard.type(name === 'date_of_birth' ? '05231996' : person[name])
  }
  expect(await form.values()).toEqual(person)
  await tabTo(page, form.field('resume'))
  const chooser = await fileChooser(page, () => page.keyboard.press('Space'))
  await chooser.setFiles(pdf('resume.pdf'))
  const remove = page.getByRole('button', { name: 'Remove resume.pdf' })
  await remove.waitFor()
  await page.keyboard.press('Tab')
  expect(await hasFocus(remove)).toBe(true)
  await form.choose('edu_certificate', pdf('degree.pdf'))
  await form.choose('aadhar_card', await jpeg('aadhaar masked.jpg'))
  await form.choose('pan_card', await jpeg('pan.jpeg'))
  expect(await form.chosen()).toEqual(['resume.pdf', 'degree.pdf', 'aadhaar masked.jpg', 'pan.jpeg'])
  await tabTo(page, form.submit)
  await page.keyboard.press('Enter')

  await form.banner.getByText(SENT, { exact: true }).waitFor()
  expect(await form.banner.getAttribute('role')).toBe('status')
  await soon(() => hasFocus(form.banner)).toBe(true)
  expect(await page.locator('form').count()).toBe(0)
  // Only the receipt for the home page.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['receipt'])
  expect(problems).toEqual([])
  expect(form.sent()).toBe(1)

  await expectOneMail(site, person)

  // Three seconds after the thanks the visitor is home, and Back does not lead to the form.
  await page.clock.runFor(2999)
  expect(await form.banner.isVisible()).toBe(true)
  await page.clock.resume()
  await page.waitForURL((url) => url.pathname === pages.home)
  const reference = page.locator('[data-receipt]').getByText(/^Your reference: AP-\w{6}$/)
  await reference.waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await soon(() => new URL(page.url()).pathname).toBe(pages.about)
})

// Headless Chromium always reports a mouse.
const touch =
  '--blink-settings=primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2'

test('a phone’s camera is offered for fields that accept a picture', async ({ site, onTestFinished }) => {
  const browser = await launch([touch])
  onTestFinished(() => browser.close())
  const viewport = { width: PHONE, height: 844 }
  const page = await browser.newPage({ baseURL: site.url, viewport, hasTouch: true, isMobile: true })
  const form = await openCareerForm(page)
  const cameras = page.getByRole('button', { name: /^Take photo/ })
  expect(await cameras.count()).toBe(3)
  expect(await page.getByText('or drop the file here').first().isVisible()).toBe(false)
  const camera = page.getByRole('button', { name: 'Take photo of PAN card' })
  const chooser = await fileChooser(page, () => camera.tap())
  expect(await chooser.element().getAttribute('accept')).toBe('image/*')
  expect(await chooser.element().getAttribute('capture')).toBe('environment')
  await chooser.setFiles(await jpeg('1790000000.jpg'))
  await form.shown('pan_card', '1790000000.jpg').waitFor()
})

test('what is typed and chosen before the form has woken is kept', async ({ open }) => {
  const page = await open()
  const letThrough = await holdScripts(page)
  const form = careerForm(page)
  const person = newApplicant()
  await page.goto(pages.career, { waitUntil: 'commit' })
  await form.fill(person)
  await form.field('resume').setInputFiles(pdf('early.pdf'))
  await form.submit.click()
  letThrough()

  await announced(page, SENT)
  expect(form.sent()).toBe(1)
})

test('a service’s own link leads to a form that names it, and sends it', async ({ open, site }) => {
  const page = await open({ width: PHONE })
  await page.goto(pages.career)
  const service = page.getByLabel(applicationForm.service.label, { exact: true })
  expect(await service.isVisible()).toBe(false)
  await page.goto(pages.services)
  await page.locator('main a[href$="service=interview"]').click()
  await page.locator('form[data-awake]').waitFor()
  expect(await service.inputValue()).toBe('interview')
  await service.selectOption(applicationForm.service.any)
  expect(await service.isVisible()).toBe(true)
  expect(page.url(), 'a reload does not bring it back').not.toContain('service=')
  await service.selectOption(applicationForm.service.options.counselling)
  const form = careerForm(page)
  const person = newApplicant()
  await form.fill(person)
  await form.choose('resume', pdf('resume.pdf'))
  await form.submit.click()
  await form.banner.getByText(SENT).waitFor()
  await expectOneMail(site, person)
  const [mail] = await mailsFrom(site, person.full_name)
  expect(mail?.text).toMatch(/^Service: +Career Counseling$/m)
})
