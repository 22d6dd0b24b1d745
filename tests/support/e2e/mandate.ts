import type { Page } from 'playwright-core'
import { type GatewaySwitch, switchesCookie } from '#contract/schemas/sandbox.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { api, recordPages } from '#contract/paths.ts'
import { type Applicant, verifiedVisitor } from '#tests/support/registration.ts'
import { words as dictionaries } from './languages.ts'
import { messagesTo, newAadhaar, newPhone, openRegister } from './register.ts'
import type { Server } from './server.ts'
import { callsOf, soon, type Open, valuesOf } from './test.ts'

export type Person = Record<'aadhaar' | 'phone' | 'email', string>

let people = 0

export function newPerson(): Person {
  people += 1
  return { aadhaar: newAadhaar(), phone: newPhone(), email: `executive.${people}@example.in` }
}

const accountFields = ['accountName', 'accountNo', 'ifscCode'] as const
export const account = { accountName: 'Field Worker', accountNo: '100020003000', ifscCode: 'HDFC0000001' }

/** The buttons of the sandbox's bank. */
export type BankButton = 'Authorise' | 'Succeed at once' | 'Decline' | 'Send no status' | 'Cancel'

/** The form of a mandate as a visitor finds it; `goWords` are on the button that opens the bank's window. */
export function mandatePage(page: Page, goWords?: string, words: Dictionary = dictionaries.en) {
  const field = (name: keyof typeof account) => page.getByLabel(words.bankForm[name].label, { exact: true })
  const go = page.getByRole('button', { name: goWords ?? words.wizardMessages.next, exact: true })
  const sentTo = callsOf(page)
  const fill = async (values: Partial<typeof account> = {}) => {
    for (const name of accountFields) await field(name).fill({ ...account, ...values }[name])
  }
  return {
    ...{ fill, field },
    values: () => valuesOf(accountFields, field),
    go,
    /** The name of the bank, under the IFSC code. */
    bank: page.locator('[data-bank]'),
    heading: (name: string | RegExp) => page.getByRole('heading', { name }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    alerts: page.getByRole('main').getByRole('alert'),
    toasts: page.locator('[data-toast]'),
    /** Presses the button and returns the bank's window with the mandate. */
    async openBank() {
      const opening = page.waitForEvent('popup')
      await go.click()
      const bank = await opening
      await bank.getByRole('heading', { level: 1 }).waitFor()
      // The page checks a few times a second.
      await page.locator('[data-window="open"]').waitFor()
      return bank
    },
    /** How many requests went to an address of the API. */
    sent: (address: string) => sentTo(address).length,
    /** The transactions for which tokens were requested, in order. */
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

/** Switches the behaviour of the sandbox's gateway in this browser, instead of earlier switches. */
export async function switchOn(page: Page, site: Server, ...names: GatewaySwitch[]): Promise<void> {
  const cookie = { name: switchesCookie, domain: new URL(site.url).hostname, path: '/sandbox' }
  await page.context().addCookies([{ ...cookie, value: names.join('.') }])
}

/** Makes a browser open no window. */
export function blockWindows(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.open = () => null
  })
}

/** Lets the bank answer; the window may close before it confirms the press. */
export function decide(bank: Page, button: BankButton): Promise<void> {
  return bank.getByRole('button', { name: button, exact: true }).click({ noWaitAfter: true })
}

/** Expects one e-mail to the person with the link to the agreement. */
export async function expectOneRegistration(site: Server, email: string): Promise<void> {
  const links = async () =>
    (await messagesTo(site, email)).filter(({ text }) => text.includes(recordPages.signAgreement))
  await soon(links).toHaveLength(1)
}

/** Returns the link to such a page in a person's newest e-mail, without its origin. */
export async function linkIn(site: Server, email: string, folder: string): Promise<string> {
  const find = async () => {
    const texts = (await messagesTo(site, email)).map(({ text }) => text)
    return texts.flatMap((text) => text.split(/\s+/)).find((word) => word.includes(folder)) ?? ''
  }
  await soon(find).toContain(folder)
  const { pathname, hash } = new URL(await find())
  return pathname + hash
}

/** Proves somebody's numbers by the calls of step 1; returns also what they would type. */
export async function prove(site: Server): Promise<{ person: Person; applicant: Applicant }> {
  const person = newPerson()
  const applicant = await verifiedVisitor(site.url, person)
  Object.assign(applicant.fields, { ...account, email: person.email })
  return { person, applicant }
}

/** Gives the page's browser the session of these calls. */
export async function takeSession(page: Page, site: Server, { visitor }: Applicant): Promise<void> {
  const [name = '', value = ''] = visitor.cookie().split('=', 2)
  await page.context().addCookies([{ name, value, url: site.url }])
}

type OpenOptions = Parameters<Open>[0]

/** Opens step 2 for somebody whose numbers are proven. */
export async function openMandateStep(
  { open, site }: { open: Open; site: Server },
  { switches = [], ...options }: OpenOptions & { switches?: GatewaySwitch[] } = {},
) {
  const page = await open(options)
  await switchOn(page, site, ...switches)
  const { person, applicant } = await prove(site)
  await takeSession(page, site, applicant)
  const wizard = await openRegister(page)
  await soon(() => wizard.badge('phone')).toBe('VERIFIED')
  await wizard.field('email').fill(person.email)
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  return { page, person, wizard, step: mandatePage(page) }
}
