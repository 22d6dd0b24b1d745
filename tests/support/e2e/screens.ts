import type { Page } from 'playwright-core'
import { vacancyFields } from '#contract/fields/vacancy.ts'
import { accessWords, peopleWords } from '#web/features/staff/access/words.ts'
import { addressIn, type Language, languages } from '#contract/messages/languages.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { keyWords } from '#web/features/staff/keys/words.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { mailMessages, mailTemplates } from '#contract/messages/staff-mails.ts'
import { privacyWords } from '#web/features/staff/privacy/words.ts'
import { conflictWords, recordWords } from '#web/features/staff/record/words.ts'
import { deskWords, keyNames, stepUpWords } from '#web/features/staff/words.ts'
import { screenNames, statusNames } from '#contract/messages/staff.ts'
import { vacancyWords } from '#web/features/staff/vacancies/words.ts'
import { webhookWords } from '#web/features/staff/webhooks/words.ts'
import { api, pages, recordPages, sandbox, staffApi, staffPages } from '#contract/paths.ts'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import { workLists } from '#contract/schemas/staff-today.ts'
import type { CandidateList, VacancyDetail } from '#contract/schemas/vacancies.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import {
  addApplication,
  addEnquiry,
  deskAs,
  freshApplication,
  referenceOf,
  setInterview,
} from '#tests/support/desk-records.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { wholeVacancy } from '#tests/support/vacancy.ts'
import type { WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { careerForm } from './career.ts'
import { pdf } from './documents.ts'
import { contactForm } from './enquiry.ts'
import { settle } from '#tests/support/registration.ts'
import { linkIn, mandatePage, type Person } from './mandate.ts'
import { everyPage } from './problems.ts'
import { codeFor, codeIn, enterCode, messagesTo, type RegisterPage, registerPage, wrong } from './register.ts'
import type { Server } from './server.ts'
import { button, type DeskSite, signIn, STEP_UP_OVER_MS } from './staff.ts'
import {
  announced,
  answer,
  hasFocus,
  HEIGHT,
  keepShown,
  openForm,
  openWhole,
  PHONE,
  refusal,
  soon,
} from './test.ts'

/**
 * Screens by name, with the way to each from the one before. A new screen is one more entry below; new pages and new
 * places of the desk come from the contract's lists.
 */
export type Screens<In> = Record<string, (visit: In) => Promise<unknown>>

/** Screens of narrow windows only. */
export const onlyNarrow = ['the menu', 'the menu of a phone']

/** Screens of an agreement as text, which cannot wrap on the smallest screen with text of twice the size. */
export const notEnlarged = ['step 3', 'the link to the agreement, with an annex']

/** A visit of the public site in one language. */
export interface Visit {
  page: Page
  site: Server
  language: Language
  words: Dictionary
  /** The window of the screen, if it is not the page. */
  window: Page | undefined
  person: Person
  /** The applicant of the own page. */
  applicant?: { phone: string }
  /** Of the newest mandate. */
  transactionId: string
}

function never(): void {}

function press({ page }: Visit, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

function labelled({ page }: Visit, label: string) {
  return page.getByLabel(label, { exact: true })
}

async function toForm({ page, language }: Visit, path: string): Promise<void> {
  await openForm(page, addressIn(language, path))
  if (path !== pages.register) await keepShown(page)
}

/** Documents as they are opened: every listed page, and the one for unknown addresses. */
export const pageScreens: Screens<Visit> = Object.fromEntries(
  everyPage.map((path) => [path, ({ page, language }) => openWhole(page, addressIn(language, path))]),
)

async function writeEnquiry({ page, words }: Visit, values: Enquiry): Promise<void> {
  const form = contactForm(page, words)
  await form.fill(values)
  await form.submit.click()
}

async function apply({ page, words, person: { email, phone } }: Visit): Promise<void> {
  const form = careerForm(page, words)
  await form.field('resume').setInputFiles(pdf('cv.pdf'))
  await form.fill({ full_name: 'Farida Shaikh', email, phone, date_of_birth: '1996-05-23' })
  await form.submit.click()
}

/** The menu, and the two forms that are sent at once. */
export const formScreens: Screens<Visit> = {
  async 'the menu'(visit) {
    await visit.page.setViewportSize({ width: PHONE, height: HEIGHT })
    await visit.page.goto(addressIn(visit.language, pages.contact))
    await press(visit, visit.words.layoutTexts.menu)
    await visit.page.getByRole('dialog').waitFor()
  },
  async 'enquiry, empty, with its notice open'(visit) {
    await toForm(visit, pages.contact)
    await visit.page.getByText(visit.words.noticeMessages.more).click()
    await press(visit, visit.words.enquiryForm.submit)
    await visit.page.getByText(visit.words.enquiryForm.name.required).waitFor()
  },
  async 'enquiry, sent, after it was wrong and unanswered'(visit) {
    const { page, words, person } = visit
    const shows = (sentence: string) => page.getByText(sentence).waitFor()
    await writeEnquiry(visit, { name: 'Meera Desai', email: 'meera@', phone: '98x', enquiry: '12345' })
    await shows(words.enquiryForm.email.invalid)
    await page.route(`**${api.sendEnquiry}`, (route) => route.abort(), { times: 1 })
    const { email, phone } = person
    await writeEnquiry(visit, { name: 'Meera Desai', email, phone, enquiry: '12345' })
    await shows(words.enquiryMessages.unanswered)
    await press(visit, words.enquiryForm.submit)
    await shows(words.enquiryMessages.sent)
  },
  async 'application, empty, with a file of another kind'(visit) {
    const { page, words } = visit
    await toForm(visit, pages.career)
    await press(visit, words.applicationForm.submit)
    await page.getByText(words.applicationForm.full_name.required).first().waitFor()
    const resume = careerForm(page, words).field('resume')
    await resume.setInputFiles({ name: 'cv.pdf', mimeType: '', buffer: Buffer.from([1]) })
    await page.getByText(fill(words.fileMessages.wrongKind, { kinds: 'pdf, doc, docx' })).waitFor()
  },
  async 'application, sent and then sent again'(visit) {
    await apply(visit)
    await visit.page.getByText(visit.words.careerMessages.sent).first().waitFor()
    await toForm(visit, pages.career)
    await apply(visit)
    await visit.page.getByText(visit.words.careerMessages.duplicateBanner).waitFor()
  },
  async 'a page of one’s own, to be confirmed'(visit) {
    const { page, site, language, words } = visit
    const applicant = { ...somebody(), full_name: 'Farida Shaikh' }
    await postApplication(site.url, applicant, [documentPart()], {
      'accept-language': languages[language].tag,
    })
    visit.applicant = applicant
    await page.goto(await linkIn(site, applicant.email, recordPages.own))
    await page.getByRole('button', { name: words.ownPage.sendCode, exact: true }).waitFor()
  },
  async 'a page of one’s own'(visit) {
    const { page, site, applicant, words } = visit
    await press(visit, words.ownPage.sendCode)
    await typeCode(visit, await codeFor(site, applicant?.phone ?? ''))
    await press(visit, words.linkMessages.confirm)
    await page.getByRole('region', { name: words.ownStates.heading }).waitFor()
  },
}

async function typeCode({ page }: Visit, code: string): Promise<void> {
  const boxes = page.locator('[role="group"] input')
  await boxes.first().focus()
  await page.keyboard.type(code)
  await soon(() => codeIn(boxes)).toBe(code)
}

function formOf({ page, words }: Visit): RegisterPage {
  return registerPage(page, words)
}

async function enterWrongCode(visit: Visit, number: string): Promise<void> {
  const form = formOf(visit)
  await typeCode(visit, wrong(await codeFor(visit.site, number)))
  await form.submit.click()
  await soon(() => form.code()).toBe('')
}

/** Opens the bank's window by the button. */
async function openBank({ page, words }: Visit, name: string): Promise<Page> {
  return mandatePage(page, name, words).openBank()
}

async function authorise(bank: Page): Promise<void> {
  await bank.locator('[data-answer="authorise"], button').first().click({ noWaitAfter: true })
}

/** The three steps of a registration, and the two pages behind links. */
export const registrationScreens: Screens<Visit> = {
  async 'step 1, begun'(visit) {
    await toForm(visit, pages.register)
    await press(visit, visit.words.wizardMessages.next)
    await visit.page.getByText(visit.words.guardMessages.aadhaarFirst).first().waitFor()
  },
  'a code for an Aadhaar number': (visit) => formOf(visit).askForCode('aadhaar', visit.person.aadhaar),
  async 'a wrong code for a phone, and step 1 behind it with an Aadhaar number verified'(visit) {
    const form = formOf(visit)
    await enterCode({ form, site: visit.site }, 'aadhaar', visit.person.aadhaar)
    await form.askForCode('phone', visit.person.phone)
    await enterWrongCode(visit, visit.person.phone)
  },
  async 'step 1, without an e-mail address'(visit) {
    await enterCode({ form: formOf(visit), site: visit.site }, 'phone', visit.person.phone)
    await press(visit, visit.words.wizardMessages.next)
    await visit.page.getByText(visit.words.executiveForm.email.required).waitFor()
  },
  async 'step 2, empty'(visit) {
    const { page, words, person } = visit
    await labelled(visit, words.executiveForm.email.label).fill(person.email)
    await press(visit, words.wizardMessages.next)
    await labelled(visit, words.bankForm.accountNo.label).waitFor()
    await press(visit, words.wizardMessages.next)
    await page.getByText(words.guardMessages.mandate).first().waitFor()
  },
  async 'step 2, filled'(visit) {
    await mandatePage(visit.page, undefined, visit.words).fill()
  },
  async 'step 2, its window blocked'(visit) {
    const { page, words } = visit
    // A closed window is reported only once the page has asked.
    await page.route(`**${sandbox.abandon}`, never)
    await page.evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await press(visit, words.wizardMessages.next)
    await page.getByRole('button', { name: words.openingMessages.sameTab, exact: true }).waitFor()
  },
  async 'the bank'(visit) {
    visit.window = await openBank(visit, visit.words.openingMessages.open)
  },
  async 'step 2, waiting'(visit) {
    const { window, page, words } = visit
    visit.window = undefined
    await window?.close()
    await page.getByText(words.waitingMessages.gone).waitFor()
    await press(visit, words.waitingMessages.again)
    await page.getByText(words.endedMessages.closed).first().waitFor()
    await page.unroute(`**${sandbox.abandon}`)
    visit.window = await openBank(visit, words.wizardMessages.next)
    await page.getByRole('heading', { name: words.waitingMessages.heading }).waitFor()
  },
  async 'step 2, taken up by the bank and not finished'(visit) {
    const { window, page, words } = visit
    const message = words.errorMessages.internal
    await answer(page, api.registerExecutive, () => refusal(503, 'unavailable', message))
    visit.window = undefined
    if (window) await authorise(window)
    await page.getByRole('heading', { name: words.unfinishedMessages.heading }).waitFor()
  },
  async 'step 3'(visit) {
    const { page, words } = visit
    await page.unroute(`**${api.registerExecutive}`)
    await press(visit, words.unfinishedMessages.again)
    await page.getByRole('checkbox', { name: words.agreementMessages.accept }).waitFor()
    await readAgreement(visit)
  },
  async 'step 2, finished'(visit) {
    await press(visit, visit.words.wizardMessages.back)
    await visit.page.getByText(visit.words.finishedMessages.heading).waitFor()
  },
  async 'a link that is to be confirmed'(visit) {
    const { page, site, person, language, words } = visit
    await press(visit, words.wizardMessages.next)
    await accept(visit, words.agreementMessages.registered)
    // The signed agreement leads home.
    await page.goto(await linkIn(site, person.email, recordPages.signAgreement))
    await page.waitForURL((url) => url.pathname === addressIn(language, pages.home))
    await announced(page, words.agreementMessages.alreadySigned, 'error')
    await settle(site.url, visit.transactionId, 'Failed')
    const path = await linkIn(site, person.email, recordPages.mandateFailure)
    // As in another browser, on a slow line.
    await page.context().clearCookies()
    await page.route(`**${api.fieldExecutive}*`, never)
    await page.goto(path)
    await page.getByText(words.agreementPageMessages.loadingRecord).waitFor()
    await page.unroute(`**${api.fieldExecutive}*`)
    await page.reload()
    await page.getByRole('button', { name: words.linkMessages.send, exact: true }).waitFor()
  },
  async 'a link that asks for its code'(visit) {
    await press(visit, visit.words.linkMessages.send)
    await soon(() => hasFocus(visit.page.locator('[role="group"] input').first())).toBe(true)
  },
  async 'the link to the mandate'(visit) {
    const { page, site, person, words } = visit
    await typeCode(visit, await codeFor(site, person.phone, 2))
    await press(visit, words.linkMessages.confirm)
    await page.getByLabel(words.bankForm.ifscCode.label, { exact: true }).waitFor()
  },
  async 'the link to the agreement, with an annex'(visit) {
    const { page, site, person, language, words } = visit
    await authorise(await openBank(visit, words.retryMessages.submit))
    await page.waitForURL((url) => url.pathname === addressIn(language, pages.home))
    // The link, the agreement, the failed mandate, the annex.
    await messagesTo(site, person.email, 4)
    await page.goto(await linkIn(site, person.email, recordPages.signAgreement))
    await readAgreement(visit)
  },
}

async function readAgreement({ page, words }: Visit): Promise<void> {
  const again = page.getByRole('button', { name: words.agreementPageMessages.again, exact: true })
  // A very busy server cannot make the form, and the page says so.
  await soon(async () => {
    if (await again.isVisible()) await again.click()
    return page.locator('canvas').count()
  }).toBeGreaterThan(0)
  await page.getByText(words.agreementPageMessages.asText).click()
  await page.getByRole('article').first().waitFor()
}

async function accept(visit: Visit, thanks: string): Promise<void> {
  const { page, language, words } = visit
  await page.getByRole('checkbox', { name: words.agreementMessages.accept }).check()
  await press(visit, words.agreementPageMessages.submit)
  await page.waitForURL((url) => url.pathname === addressIn(language, pages.home))
  await announced(page, thanks)
}

/** A visit of a desk where nobody has enrolled; the page's device keeps passkeys. */
export interface DeskVisit {
  page: Page
  site: DeskSite
  receiver: WebhookReceiver
}

/** Goes to another address like a link of the desk, without reloading. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new Event('popstate'))
  }, path)
  // Checked at every frame, since a locator soon checks only twice a second.
  await page.waitForFunction(
    (loading) => document.querySelector('h1') && !document.body.textContent.includes(loading),
    deskWords.loading,
  )
}

/** Texts that are hard to break into lines. */
const long = {
  title: 'Hauptabteilungsleiterstellvertreterin (Rechnungswesen-Buchhaltungs-Koordination)',
  name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara',
  email: `a.very.long.address.of.${'somebody.at.work'.repeat(3)}@human-resources.example.in`,
  enquiry: `https://www.example.in/${'an-address-without-any-place-to-break-it'.repeat(4)}`,
}

const { enrol: _, ...deskPages } = staffPages
const deskPlaces = [
  ...Object.values(deskPages),
  `${staffPages.vacancies}/new`,
  `${staffPages.home}/${workLists[0]}`,
  ...['/board', '/nothing'].map((more) => staffPages.applications + more),
  `${staffPages.home}/search`,
]

/** Adds a vacancy whose only opening is filled. */
async function addFilledVacancy(site: DeskSite): Promise<void> {
  const desk = await deskAs(site, 'recruiter')
  const content = wholeVacancy(site.clock.now(), { openings: 1, title: long.title })
  const { body: draft } = await desk<VacancyDetail>('vacancies', { content })
  await desk(`vacancies/${draft.reference}/publish`, { version: draft.version })
  const { reference } = await freshApplication(site.deps, { full_name: long.name })
  const added = await desk<CandidateList>(`applications/${reference}/vacancies`, { vacancy: draft.reference })
  const [candidate] = added.body.candidates
  const move = { version: candidate?.version, stage: 'placed' }
  const { status, text } = await desk(`candidates/${candidate?.id}`, move, 'PATCH')
  if (status !== 200) throw new Error(text)
}

/** Changes a vacancy as another recruiter. */
async function changeTitle(site: DeskSite, reference: string): Promise<void> {
  const desk = await deskAs(site, 'recruiter')
  const { body } = await desk<VacancyDetail>(`vacancies/${reference}`)
  const content = { ...body.content, title: `${long.title} (2)` }
  const { status, text } = await desk(`vacancies/${reference}`, { version: body.version, content }, 'PATCH')
  if (status !== 200) throw new Error(text)
}

/** Opens the first record of a kind. */
async function openRecord({ page, site: { deps } }: DeskVisit, kind: 'enquiries' | 'executives') {
  const ids = deps.db.selectFrom('records').select('id').where('kind', '=', kind)
  const { id } = await ids.executeTakeFirstOrThrow()
  await follow(page, `${staffPages[kind]}/${await referenceOf(deps, kind, id)}`)
}

/** The desk, from the first visit on. */
export const deskScreens: Screens<DeskVisit> = {
  async 'the first visit'({ page }) {
    await page.goto(staffPages.home)
    await button(page, accessWords.tryDesk).waitFor()
  },
  async 'an enrolment'({ page }) {
    await button(page, accessWords.tryDesk).click()
    await button(page, accessWords.enrol).waitFor()
  },
  async 'today, failed'({ page, site: { deps } }) {
    await addEnquiry(deps, long)
    await addApplication(deps, { fields: ['resume', 'pan_card'] })
    await addExecutive(deps)
    await answer(page, `${staffApi}/today`, () => refusal(429, 'rate_limited', deskWords.failed))
    await button(page, accessWords.enrol).click()
    await page.getByRole('alert').getByText(deskWords.failed).waitFor()
    await page.unroute(`**${staffApi}/today`)
  },
  ...Object.fromEntries(deskPlaces.map((path) => [path, ({ page }: DeskVisit) => follow(page, path)])),
  'the record of an enquiry': (visit) => openRecord(visit, 'enquiries'),
  'the record of an executive': (visit) => openRecord(visit, 'executives'),
  async 'a list that is empty'({ page }) {
    await follow(page, `${staffPages.enquiries}?status=won&from=2000-01-01&to=2000-01-02`)
    await page.getByText(listWords.noneMatch).waitFor()
  },
  async 'a list of which all is selected'({ page }) {
    await follow(page, staffPages.applications)
    await page.getByLabel(/^Select the \d+ shown$/).check()
  },
  async 'the commands'({ page }) {
    await button(page, keyNames.commands).click()
    await page.getByRole('option').first().waitFor()
  },
  async 'the keys'({ page }) {
    await button(page, deskWords.cancel).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: keyNames.keys }).waitFor()
  },
  async 'what a search found'({ page }) {
    await button(page, keyWords.close).click()
    await page.getByLabel(deskWords.search).fill('Venkatanarasimharajuvaripeta')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('listitem').first().waitFor()
  },
  async 'a record that is open, with its contact, its document and a mail, whose change clashes, offline'({
    page,
    site,
  }) {
    const person = somebody()
    await postApplication(site.url, person, [documentPart()])
    // Neighbours in the list, to which it links.
    for (const ms of [-60_000, 60_000]) {
      await addApplication(site.deps, { createdAt: site.clock.now() + ms })
    }
    // Reloaded, since a list that was read a moment ago is not read again.
    await page.goto(staffPages.applications)
    await page.getByRole('row').filter({ hasText: person.full_name }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: person.full_name }).waitFor()
    await button(page, recordWords.showContact).click()
    await page.getByText(recordWords.shownContact).waitFor()
    await button(page, `${recordWords.open} Resume`).click()
    await page.locator('[aria-label^="Page 1 of "]').waitFor()
    // The last read of the record: this page does not know of later changes.
    await page.getByText('Document opened: Resume').waitFor()
    await button(page, mailTemplates.received.label).click()
    await button(page, mailMessages.send).waitFor()
    await setInterview(site, page.url().slice(-9))
    await page.getByLabel(recordWords.status).selectOption({ label: 'Shortlisted' })
    await button(page, recordWords.save).click()
    await page.getByText(conflictWords.title).waitFor()
    await page.context().setOffline(true)
    await page.getByText(deskWords.offline).waitFor()
  },
  async 'vacancies, one of them published and filled'({ page, site }) {
    await page.context().setOffline(false)
    await addFilledVacancy(site)
    await page.goto(staffPages.vacancies)
    await page.getByText(long.title).waitFor()
  },
  async 'the editor of a vacancy, whose change is wrong and clashes'({ page, site }) {
    await page.getByRole('link', { name: /VA-\w{6}$/ }).click()
    await page.getByLabel(vacancyFields.city.label, { exact: true }).fill('Vapi')
    await changeTitle(site, page.url().slice(-9))
    await button(page, vacancyWords.save).click()
    await page.getByText(vacancyWords.conflict).waitFor()
    await page.getByLabel(vacancyFields.openings.label, { exact: true }).fill('0')
    await button(page, vacancyWords.save).click()
    await page.getByText(vacancyWords.wrong).waitFor()
  },
  async 'the board of a vacancy that is filled'({ page }) {
    await page.getByRole('link', { name: vacancyWords.board, exact: true }).click()
    await page.getByText(vacancyWords.isFull).waitFor()
  },
  async 'a vacancy that is to be closed'({ page }) {
    await button(page, vacancyWords.close).click()
    await page.getByRole('dialog', { name: vacancyWords.close }).waitFor()
  },
  async 'the vacancies of a person, and another to add'({ page }) {
    await button(page, deskWords.cancel).click()
    await page.getByRole('link', { name: /AP-/ }).click()
    const part = page.getByRole('region', { name: vacancyWords.ofPerson })
    await part.getByText(statusNames.placed).waitFor()
    await button(part, vacancyWords.add).click()
    await button(part, vacancyWords.addNow).waitFor()
  },
  async 'somebody who is invited'({ page }) {
    await follow(page, staffPages.people)
    await page.getByLabel(peopleWords.name, { exact: true }).fill('Ravi Shah')
    await page.getByLabel(peopleWords.email, { exact: true }).fill('ravi@staff.example')
    await button(page, peopleWords.invite).click()
    await page.getByLabel(peopleWords.link('Ravi Shah')).waitFor()
  },
  async 'what a person has here, and what erasing it would delete'({ page, site: { deps } }) {
    const email = 'person.of.two@example.in'
    const [id = ''] = [await addEnquiry(deps, { email }), await addEnquiry(deps, { email })]
    await follow(page, staffPages.privacy)
    await page.getByLabel(privacyWords.by).selectOption('reference')
    await page.getByLabel(privacyWords.valueLabel).fill(await referenceOf(deps, 'enquiries', id))
    await button(page, privacyWords.find).click()
    await page.getByText(/same e-mail, not verified by a code/).waitFor()
    await button(page, privacyWords.preview).click()
    await page.getByText(privacyWords.would).waitFor()
  },
  async 'an endpoint with its secret, and what it was sent'({ page, site, receiver }) {
    await follow(page, staffPages.webhooks)
    await page.getByLabel(webhookWords.address).fill(receiver.url)
    await button(page, webhookWords.addButton).click()
    await page.getByText('whsec_').waitFor()
    receiver.status = 500
    await postEnquiry(site.url)
    await site.workOff({ documents: false })
    await button(page, webhookWords.deliveries).click()
    await page.getByText(webhookWords.attempts(1, '500')).waitFor()
  },
  async 'a passkey is asked for'({ page, site }) {
    site.clock.advance(STEP_UP_OVER_MS)
    await button(page, webhookWords.rotate).click()
    await page.getByRole('dialog', { name: stepUpWords.title }).waitFor()
  },
  async 'the sign-in'({ page }) {
    await button(page, deskWords.cancel).click()
    await button(page, deskWords.signOut).click()
    await button(page, accessWords.signIn).waitFor()
  },
  async 'where a role ends'({ page, site }) {
    await signIn(site, page, 'viewer')
    await page.goto(staffPages.webhooks)
    await page.getByRole('heading', { name: deskWords.denied }).waitFor()
  },
  async 'the menu of a phone'({ page }) {
    await page.setViewportSize({ width: PHONE, height: HEIGHT })
    await button(page, deskWords.menu).click()
    await page.getByRole('link', { name: screenNames.today, exact: true }).waitFor()
  },
}
