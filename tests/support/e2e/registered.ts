import { type APIRequestContext, type Page, request } from 'playwright-core'
import { debitPeriod } from '#contract/dates.ts'
import { agreementMessages, agreementPageMessages } from '#contract/messages/en/agreements.ts'
import { api, pages, recordPages, sandbox } from '#contract/paths.ts'
import { mandateTokenResponse, newConsumerId, newTransactionId } from '#contract/schemas/mandates.ts'
import { photoField, photoFile, registrationResponse } from '#contract/schemas/registrations.ts'
import { jpeg } from './documents.ts'
import { account, linkIn, newPerson, type Person, prove, settle } from './mandate.ts'
import { registerPage } from './register.ts'
import type { Server } from './server.ts'
import type { Open } from './test.ts'

export interface Registered {
  person: Person
  /** The path of the page that mends a mandate, with this record's id. */
  path: string
  transactionId: string
}

/** Somebody whose registration went through, made by the calls that the wizard makes. */
export async function register(site: Server): Promise<Registered> {
  await using calls = await request.newContext({ baseURL: site.url })
  return await registerIn(calls, site)
}

/** The same, in the session that the calls are made in. */
async function registerIn(calls: APIRequestContext, site: Server): Promise<Registered> {
  const person = newPerson()
  const filled = await prove(calls, site, person)
  const { start, end } = debitPeriod()
  const order = {
    ...account,
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
    consumerId: newConsumerId(),
    transactionId: newTransactionId(),
  }
  const token = mandateTokenResponse.parse(await post(calls, api.generateMandateToken, order))
  await post(calls, sandbox.authorise, { config: token.checkout.config, decision: '0398' })
  const { buffer } = await jpeg(photoFile.name)
  const multipart = {
    ...filled,
    ...order,
    aadhaar_no: person.aadhaar,
    phone: person.phone,
    email: person.email,
    mandateRegNo: '970000001',
    responseCode: '0398',
    responseMessage: 'initiated',
    responseStatus: 'Initiated',
    [photoField]: { name: photoFile.name, mimeType: photoFile.type, buffer },
  }
  const answer = await calls.post(api.registerExecutive, { multipart })
  const [record] = registrationResponse.parse(await answer.json()).data
  return { person, path: recordPages.mandateFailure + record?._id, transactionId: order.transactionId }
}

/** The same, of whom the bank said no afterwards; the path is the one in the e-mail that they were sent. */
export async function registerAndFail(site: Server): Promise<Registered> {
  const registered = await register(site)
  await settle(site, registered.transactionId, 'Failed')
  const path = await linkIn(site, registered.person.email, recordPages.mandateFailure)
  return { ...registered, path }
}

async function post(calls: APIRequestContext, url: string, data: object): Promise<unknown> {
  const answer = await calls.post(url, { data })
  if (!answer.ok()) throw new Error(`${url}: ${await answer.text()}`)
  return answer.json()
}

type OpenOptions = Parameters<Open>[0]

/** Where an agreement is read and accepted, as a visitor finds it. */
export function agreementPage(page: Page) {
  return {
    viewer: page.getByRole('region', { name: agreementPageMessages.document }),
    firstPage: page.getByRole('img', { name: /^Page 1 of / }),
    asText: page.getByText(agreementPageMessages.asText),
    checkbox: page.getByRole('checkbox', { name: agreementMessages.accept }),
    submit: page.getByRole('button', { name: 'Submit', exact: true }),
    link: (name: 'Open' | 'Download') => page.getByRole('link', { name: new RegExp(`^${name}`) }),
  }
}

/** Whether something is drawn on the first page: a canvas that nobody drew on is empty. */
export async function isDrawn(page: Page): Promise<boolean> {
  await agreementPage(page).firstPage.waitFor()
  return page.evaluate(hasInk)
}

/** Runs in the page. */
export function hasInk(): boolean {
  const canvas = document.querySelector('[aria-label^="Page 1 of "]')
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false
  // From a copy: whoever reads the page's own canvas twice is warned of by the browser.
  const { width, height } = canvas
  const own = Object.assign(document.createElement('canvas'), { width, height })
  const copy = own.getContext('2d', { willReadFrequently: true })
  copy?.drawImage(canvas, 0, 0)
  const pixels = copy?.getImageData(0, 0, width, height).data ?? []
  // Ink: what is there and is darker than paper.
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at + 3] === 255 && (pixels[at] ?? 255) < 100) return true
  return false
}

/** Step 3 of somebody whose mandate the bank has just taken up. */
export async function openAgreementStep(
  { open, site }: { open: Open; site: Server },
  options: OpenOptions = {},
) {
  const page = await open(options)
  const { person } = await registerIn(page.request, site)
  await page.goto(pages.register)
  await registerPage(page).heading(3).waitFor()
  return { page, person, agreement: agreementPage(page) }
}

/** The address by which the person was told to sign. */
export function signingLink(site: Server, { email }: Person): Promise<string> {
  return linkIn(site, email, recordPages.signAgreement)
}
