import type { Locator, Page } from 'playwright-core'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { api, pages } from '#contract/paths.ts'
import { messagesTo as allMessagesTo } from '#tests/support/visitor.ts'
import { words as dictionaries } from './languages.ts'
import type { Server } from './server.ts'
import { callsOf, hasFocus, openForm, PHONE, soon, type Open, valuesOf } from './test.ts'

let people = 0

/** Returns an unused Aadhaar number; its last four digits choose the simulator's behaviour. */
export function newAadhaar(lastFour = '4321'): string {
  people += 1
  return String(20_000_000 + people) + lastFour
}

export function newPhone(): string {
  people += 1
  return String(9_700_000_000 + people)
}

export function masked(aadhaar: string): string {
  return `XXXXXXXX${aadhaar.slice(-4)}`
}

/** The fields that the Aadhaar record fills in. */
export const identityFields = [
  ...(['name', 'gender', 'dob', 'address', 'city', 'state', 'country', 'pincode'] as const),
]
export type Proven = 'aadhaar' | 'phone'
type FieldName = (typeof identityFields)[number] | Proven | 'photo' | 'email'

export type RegisterPage = ReturnType<typeof registerPage>

/** Step 1 as a visitor finds it: by its labels, in the page's language. */
export function registerPage(page: Page, words: Dictionary = dictionaries.en) {
  const { executiveForm, otpMessages, wizardMessages } = words
  /** Everything under a number's label. */
  const place = (of: Proven) => page.locator(`[data-verification="${of === 'aadhaar' ? 'aadhaar_no' : of}"]`)
  const label = (name: FieldName) => executiveForm[name === 'aadhaar' ? 'aadhaar_no' : name].label
  const field = (name: FieldName) =>
    name === 'photo'
      ? page.getByLabel(new RegExp(`^${label(name)}`))
      : page.getByLabel(label(name), { exact: true })
  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
  const modal = page.getByRole('dialog', { name: otpMessages.title })
  const boxes = modal.getByRole('textbox')
  const calls = callsOf(page)
  const verifyButton = (of: Proven) => button(place(of), fill(executiveForm.verifyOf, { label: label(of) }))
  /** The modal is open once its first box has the focus. */
  const opened = () => soon(() => hasFocus(boxes.first())).toBe(true)
  return {
    ...{ opened, verify: verifyButton },
    async askForCode(of: Proven, number: string) {
      await field(of).fill(number)
      await verifyButton(of).click()
      await opened()
    },
    /** Types a code into the modal, one key at a time. */
    async typeCode(code: string) {
      await boxes.first().focus()
      await page.keyboard.type(code)
      await soon(() => codeIn(boxes)).toBe(code)
    },
    field,
    value: (name: FieldName) => field(name).inputValue(),
    values: () => valuesOf([...identityFields, 'email', 'phone'], field),
    place,
    /** VERIFIED or NOT VERIFIED. */
    badge: (of: Proven) => place(of).locator('[data-status]').innerText(),
    next: button(page, wizardMessages.next),
    back: button(page, wizardMessages.back),
    toasts: page.locator('[data-toast]'),
    heading(step: number) {
      const name = Object.values(wizardMessages.steps)[step - 1] ?? ''
      const text = fill(wizardMessages.heading, { number: step, of: 3, name })
      return page.getByRole('heading', { level: 2, name: text, exact: true })
    },
    modal,
    boxes,
    code: () => codeIn(boxes),
    submit: button(modal, otpMessages.submit),
    cancel: button(modal, otpMessages.cancel),
    /** How many requests went to an address of the API. */
    sent: (address: string) => calls(address).length,
  }
}

export async function openRegister(page: Page): Promise<RegisterPage> {
  const form = registerPage(page)
  const known = page.waitForResponse(`**${api.onboardingSession}`)
  await openForm(page, pages.register)
  await known
  return form
}

/** Returns the messages to an address, a phone or an Aadhaar number, newest first, after waiting for `count` of them. */
export async function messagesTo(site: Server, to: string, count?: number): Promise<SandboxMessage[]> {
  const read = () => allMessagesTo(site, to)
  if (count !== undefined) await soon(read).toHaveLength(count)
  return read()
}

/** Returns a number's newest code once so many were sent; a page may have asked again if the server is very busy. */
export async function codeFor(site: Server, to: string, count = 1): Promise<string> {
  await soon(async () => (await messagesTo(site, to)).length).toBeGreaterThanOrEqual(count)
  const [newest] = await messagesTo(site, to)
  const [code] = /\b\d{6}\b/.exec(newest?.text ?? '') ?? []
  if (!code) throw new Error('The message holds no code')
  return code
}

/** Returns six digits that are not the code. */
export function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

interface OnSite {
  form: RegisterPage
  site: Server
}

/** Verifies a number, from the button to the badge. */
export async function verify({ form, site }: OnSite, of: Proven, number: string): Promise<void> {
  await form.askForCode(of, number)
  await enterCode({ form, site }, of, number)
}

/** Enters a code in the open modal. */
export async function enterCode({ form, site }: OnSite, of: Proven, number: string): Promise<void> {
  await form.typeCode(await codeFor(site, number))
  await form.submit.click()
  await form.modal.waitFor({ state: 'detached' })
  await form.place(of).locator('[data-status="verified"]').waitFor()
  if (of === 'aadhaar') await soon(() => form.value('name')).not.toBe('')
}

export async function codeIn(boxes: Locator): Promise<string> {
  const digits = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))
  return digits.join('')
}

/** Opens the modal for a new number, with its code. */
export async function openedModal({ open, site }: { open: Open; site: Server }, of: Proven = 'phone') {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  const number = of === 'phone' ? newPhone() : newAadhaar()
  await form.askForCode(of, number)
  return { page, form, number, code: await codeFor(site, number) }
}

/** Returns what the browser still stores after the page is left. */
export function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
}
