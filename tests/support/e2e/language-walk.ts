import type { Page } from 'playwright-core'
import { addressIn, type Language } from '#contract/messages/languages.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { api, listedPages, pages, recordPages } from '#contract/paths.ts'
import { pdf } from './documents.ts'
import { account, linkIn, newPerson, settle } from './mandate.ts'
import { codeFor, codeIn, messagesTo, wrong } from './register.ts'
import type { Server } from './server.ts'
import { announced, hasFocus, keepShown, openForm, openWhole, soon } from './test.ts'

/** A visit of everything in one language: each page, each form with its errors, a whole registration, what is sent. */
export interface Walk {
  page: Page
  site: Server
  language: Language
  words: Dictionary
  /** Called in each state of a page. */
  at(state: string, page: Page): Promise<void>
  /** Called with each text that leaves the site: a mail, an SMS, an answer of the API. */
  said(what: string, text: string): void
}

export async function walkPages({ page, language, words, at }: Walk): Promise<void> {
  for (const path of [...listedPages, '/nothing-stands-here']) {
    await openWhole(page, addressIn(language, path))
    await at(path, page)
  }
  await page.goto(addressIn(language, pages.home))
  await page.getByRole('button', { name: words.layoutTexts.menu, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await at('menu', page)
}

function toForm({ page, language }: Walk, path: string): Promise<void> {
  return openForm(page, addressIn(language, path))
}

function button({ page }: Walk, name: string) {
  return page.getByRole('button', { name, exact: true })
}

export async function walkEnquiry(walk: Walk): Promise<void> {
  const { page, words, at } = walk
  const { enquiryForm, enquiryMessages } = words
  await toForm(walk, pages.contact)
  await keepShown(page)
  await button(walk, enquiryForm.submit).click()
  await page.getByText(enquiryForm.name.required).waitFor()
  await at('enquiry, empty', page)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field(enquiryForm.name.label).fill('Meera Desai')
  await field(enquiryForm.email.label).fill('meera@')
  await field(enquiryForm.phone.label).fill('98x')
  await field(enquiryForm.enquiry.label).fill('12345')
  await button(walk, enquiryForm.submit).click()
  await page.getByText(enquiryForm.email.invalid).waitFor()
  await at('enquiry, wrong', page)
  await field(enquiryForm.email.label).fill('meera.desai@example.in')
  await field(enquiryForm.phone.label).fill('9876543210')
  await page.route(`**${api.sendEnquiry}`, (route) => route.abort())
  await button(walk, enquiryForm.submit).click()
  await page.getByText(enquiryMessages.unanswered).waitFor()
  await at('enquiry, unanswered', page)
  await page.unroute(`**${api.sendEnquiry}`)
  await button(walk, enquiryForm.submit).click()
  await page.getByText(enquiryMessages.sent).waitFor()
  await at('enquiry, sent', page)
}

export async function walkCareer(walk: Walk): Promise<void> {
  const { page, words, at } = walk
  const { applicationForm, careerMessages, documentNames } = words
  await toForm(walk, pages.career)
  await keepShown(page)
  await button(walk, applicationForm.submit).click()
  await page.getByText(applicationForm.full_name.required).first().waitFor()
  await at('application, empty', page)
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`))
  const resume = field(documentNames.resume)
  await resume.setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await page.getByText(fill(words.fileMessages.wrongKind, { kinds: 'pdf, doc, docx' })).waitFor()
  await at('application, with a file of another kind', page)
  await resume.setInputFiles(pdf('cv.pdf'))
  const email = `walker.${walk.language}@example.in`
  const phone = `98${String(Date.now()).slice(-8)}`
  const apply = async () => {
    await field(applicationForm.full_name.label).fill('Farida Shaikh')
    await field(applicationForm.email.label).fill(email)
    await field(applicationForm.phone.label).fill(phone)
    await field(applicationForm.date_of_birth.label).fill('1996-05-23')
    await button(walk, applicationForm.submit).click()
  }
  await apply()
  await page.getByText(careerMessages.sent).first().waitFor()
  await at('application, sent', page)
  await toForm(walk, pages.career)
  await field(documentNames.resume).setInputFiles(pdf('cv.pdf'))
  await apply()
  await page.getByText(careerMessages.duplicateBanner).waitFor()
  await at('application, sent before', page)
}

async function typeCode(walk: Walk, to: string): Promise<void> {
  const { page, words, at } = walk
  const modal = page.getByRole('dialog', { name: words.otpMessages.title })
  const boxes = modal.getByRole('textbox')
  const submit = modal.getByRole('button', { name: words.otpMessages.submit, exact: true })
  await modal.waitFor()
  const code = await codeFor(walk.site, to)
  const type = async (digits: string) => {
    await soon(() => hasFocus(boxes.first())).toBe(true)
    await page.keyboard.type(digits)
    await soon(() => codeIn(boxes)).toBe(digits)
    await submit.click()
  }
  await at(`code to ${to.length} digits`, page)
  await type(wrong(code))
  await soon(() => modal.getByRole('alert').first().innerText()).not.toBe('')
  await soon(() => boxes.first().inputValue()).toBe('')
  await at(`wrong code to ${to.length} digits`, page)
  await type(code)
  await modal.waitFor({ state: 'detached' })
}

/** The three steps; returns the person. */
export async function walkRegistration(walk: Walk) {
  const { page, words, at, language } = walk
  const person = newPerson()
  await toForm(walk, pages.register)
  const next = button(walk, words.wizardMessages.next)
  await next.click()
  await page.getByText(words.guardMessages.aadhaarFirst).first().waitFor()
  await at('step 1, begun', page)
  for (const [of, number] of [
    ['aadhaar_no', person.aadhaar],
    ['phone', person.phone],
  ] as const) {
    const place = page.locator(`[data-verification="${of}"]`)
    const { label } = words.executiveForm[of]
    await page.getByLabel(label, { exact: true }).fill(number)
    await button(walk, fill(words.executiveForm.verifyOf, { label })).click()
    await typeCode(walk, number)
    await soon(() => place.locator('[data-status]').innerText()).toBe(words.badgeMessages.verified)
  }
  await next.click()
  await page.getByText(words.executiveForm.email.required).waitFor()
  await at('step 1, without an e-mail address', page)
  await page.getByLabel(words.executiveForm.email.label, { exact: true }).fill(person.email)
  await next.click()
  await page.getByLabel(words.bankForm.accountNo.label, { exact: true }).waitFor()
  await next.click()
  await page.getByText(words.guardMessages.mandate).first().waitFor()
  await at('step 2, empty', page)
  await fillAccount(walk)
  await at('step 2, filled', page)
  const opening = page.waitForEvent('popup')
  await next.click()
  const bank = await opening
  await bank.getByRole('heading', { level: 1 }).waitFor()
  await at('the bank', bank)
  await page.locator('[data-window="open"]').waitFor()
  await at('step 2, waiting', page)
  await bank.locator('[data-answer="authorise"], button').first().click({ noWaitAfter: true })
  await page.getByRole('checkbox', { name: words.agreementMessages.accept }).waitFor()
  await page.locator('canvas').first().waitFor()
  await page.getByText(words.agreementPageMessages.asText).click()
  await page.getByRole('article').first().waitFor()
  await at('step 3', page)
  await page.getByRole('checkbox', { name: words.agreementMessages.accept }).check()
  await button(walk, words.agreementPageMessages.submit).click()
  await page.waitForURL((url) => url.pathname === addressIn(language, pages.home))
  await announced(page, words.agreementMessages.registered)
  await at('registered', page)
  return person
}

async function fillAccount({ page, words }: Walk): Promise<void> {
  for (const [name, value] of Object.entries(account)) {
    await page.getByLabel(words.bankForm[name as keyof typeof account].label, { exact: true }).fill(value)
  }
  await page.locator('form[data-ready]').waitFor()
}

/** Both pages behind links: the agreement signed already, and a mandate that the bank refused afterwards. */
export async function walkLinks(walk: Walk, person: { email: string }, transactionId: string): Promise<void> {
  const { page, at, site, words } = walk
  await page.goto(await linkIn(site, person.email, recordPages.signAgreement))
  await page.waitForURL((url) => url.pathname === addressIn(walk.language, pages.home))
  await announced(page, words.agreementMessages.alreadySigned)
  await at('link to the agreement', page)
  await settle(site, transactionId, 'Failed')
  await page.goto(await linkIn(site, person.email, recordPages.mandateFailure))
  await page.getByLabel(words.bankForm.accountNo.label, { exact: true }).waitFor()
  await at('link to the mandate', page)
}

/** Everything that is sent to a person, once all has come: the link to sign, the agreement and the mandate that failed; a code. */
export async function walkMessages(
  { site, said }: Walk,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  for (const [to, count] of [
    [email, 3],
    [phone, 1],
  ] as const) {
    await soon(async () => (await messagesTo(site, to)).length).toBe(count)
    for (const { subject, text } of await messagesTo(site, to))
      said(`message to ${to}`, `${subject ?? ''}\n${text}`)
  }
}
