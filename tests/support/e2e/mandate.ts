import type { APIRequestContext, Locator, Page, Request } from 'playwright-core'
import * as z from 'zod/mini'
import { type FilledField, filledFrom, verifyAadhaarOtpResponse } from '#contract/schemas/identity.ts'
import { type GatewaySwitch, switchesCookie } from '#contract/schemas/sandbox.ts'
import { api, recordPages, sandbox } from '#contract/paths.ts'
import { codeFor, messagesTo, newAadhaar, newPhone, openRegister, type RegisterPage } from './register.ts'
import type { Server } from './server.ts'
import { soon, type Open } from './test.ts'

export interface Person {
  aadhaar: string
  phone: string
  email: string
}

let people = 0

export function newPerson(): Person {
  people += 1
  return { aadhaar: newAadhaar(), phone: newPhone(), email: `executive.${people}@example.in` }
}

export const account = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }

/** The buttons of the sandbox's bank. */
export type BankButton = 'Authorise' | 'Succeed at once' | 'Decline' | 'Send no status' | 'Cancel'

/** Where a mandate is set up, as a visitor finds it. */
export interface MandatePage {
  field(name: keyof typeof account): Locator
  /** The button that opens the bank's window: Next, or Submit on the page that mends a mandate. */
  go: Locator
  /** The name of the bank, under the IFSC code. */
  bank: Locator
  heading(words: string | RegExp): Locator
  button(words: string): Locator
  alerts: Locator
  toasts: Locator
  /** Fills the three fields. */
  type(values?: Partial<typeof account>): Promise<void>
  /** The same, and waits until all is there that the press needs. */
  fill(values?: Partial<typeof account>): Promise<void>
  /** Resolves once all is there that the press needs. */
  ready(): Promise<void>
  /** Presses the button and answers the bank's window, with the mandate in it. */
  openBank(): Promise<Page>
  /** How many requests went to an address of the API. */
  sent(address: string): number
  /** The transactions that tokens were asked for, in their order. */
  transactions(): string[]
}

export function mandatePage(page: Page, goWords = 'Next'): MandatePage {
  const labels = { accountName: 'Account Name', accountNo: 'Account No', ifscCode: 'IFSC Code' }
  const field = (name: keyof typeof account) => page.getByLabel(labels[name], { exact: true })
  const go = page.getByRole('button', { name: goWords, exact: true })
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  const sentTo = (address: string) => sent.filter((request) => new URL(request.url()).pathname === address)
  const ready = () => page.locator('form[data-ready]').waitFor()
  const type: MandatePage['type'] = async (values = {}) => {
    for (const [name, value] of Object.entries({ ...account, ...values })) {
      await field(name as keyof typeof account).fill(value)
    }
  }
  return {
    type,
    ready,
    field,
    go,
    bank: page.locator('[data-bank]'),
    heading: (name) => page.getByRole('heading', { name }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    alerts: page.getByRole('main').getByRole('alert'),
    toasts: page.locator('[data-toast]'),
    async fill(values) {
      await type(values)
      await ready()
    },
    async openBank() {
      const opening = page.waitForEvent('popup')
      await go.click()
      const bank = await opening
      await bank.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
      // The page looks a few times a second.
      await page.locator('[data-window="open"]').waitFor()
      return bank
    },
    sent: (address) => sentTo(address).length,
    transactions: () =>
      sentTo(api.generateMandateToken).map((request) => String(request.postDataJSON().transactionId)),
  }
}

/** The gateway's panel over the page. */
export function panelOf(page: Page) {
  return {
    itself: page.locator('#checkoutmodal'),
    press: (name: 'Go to the bank' | 'Close the panel' | 'Retry') =>
      page.locator('#checkoutmodal').getByRole('button', { name, exact: true }).click(),
  }
}

/** What the sandbox's gateway does in this browser, in the place of what was switched on before. */
export async function switchOn(page: Page, site: Server, ...names: GatewaySwitch[]): Promise<void> {
  await page
    .context()
    .addCookies([
      { name: switchesCookie, value: names.join('.'), domain: new URL(site.url).hostname, path: '/sandbox' },
    ])
}

/** A browser that opens no window. */
export function blockWindows(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.open = () => null
  })
}

/** Lets the bank answer; the window may close before it has said that the press arrived. */
export async function decide(bank: Page, button: BankButton): Promise<void> {
  await bank.getByRole('button', { name: button, exact: true }).click({ noWaitAfter: true })
}

const answered = z.object({ message: z.string() })

/** The bank decides later, and tells it by the callback as the real one does. */
export async function settle(
  site: Server,
  transactionId: string,
  status: 'Success' | 'Failed',
): Promise<void> {
  const answer = await fetch(`${site.url}${sandbox.mandates}/${transactionId}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  })
  answered.parse(await answer.json())
}

/** Each registration sends the person one e-mail with the link to the agreement. */
export async function expectOneRegistration(site: Server, email: string): Promise<void> {
  const links = async () =>
    (await messagesTo(site, email)).filter(({ text }) => text.includes(recordPages.signAgreement))
  await soon(async () => (await links()).length).toBe(1)
}

/** The link in a person's newest e-mail that leads to such a page. */
export async function linkIn(site: Server, email: string, folder: string): Promise<string> {
  const find = async () => {
    const texts = (await messagesTo(site, email)).map(({ text }) => text)
    return texts.flatMap((text) => text.split(/\s+/)).find((word) => word.includes(folder)) ?? ''
  }
  await soon(find).toContain(folder)
  return new URL(await find()).pathname
}

/** Proves both numbers by the calls of step 1, in the session that the calls are made in. */
export async function prove(
  calls: APIRequestContext,
  site: Server,
  { aadhaar, phone }: Person,
): Promise<Partial<Record<FilledField, string>>> {
  const post = async (url: string, data: object) => {
    const answer = await calls.post(url, { data })
    if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const sent = await post(api.generateAadhaarOtp, { aadhaar_number: aadhaar })
  const code = { client_id: sent.data.client_id, otp: await codeFor(site, aadhaar) }
  const proved = verifyAadhaarOtpResponse.parse(await post(api.verifyAadhaarOtp, code))
  await post(api.generateMobileOtp, { phone })
  await post(api.verifyMobileOtp, { phone, otp: await codeFor(site, phone) })
  return filledFrom(proved.data.data)
}

interface OpenedStep {
  page: Page
  person: Person
  wizard: RegisterPage
  step: MandatePage
}

type OpenOptions = Parameters<Open>[0]

/** Step 2 of somebody whose numbers are proved. */
export async function openMandateStep(
  { open, site }: { open: Open; site: Server },
  { switches = [], ...options }: OpenOptions & { switches?: GatewaySwitch[] } = {},
): Promise<OpenedStep> {
  const page = await open(options)
  await switchOn(page, site, ...switches)
  const person = newPerson()
  await prove(page.request, site, person)
  const wizard = await openRegister(page)
  await soon(() => wizard.badge('phone')).toBe('VERIFIED')
  await wizard.field('email').fill(person.email)
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  return { page, person, wizard, step: mandatePage(page) }
}
