import type { Locator, Page } from 'playwright-core'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { api, pages } from '#contract/paths.ts'
import { messagesTo as allMessagesTo } from '#tests/support/visitor.ts'
import { words as dictionaries } from './languages.ts'
import type { Server } from './server.ts'
import { callsOf, hasFocus, openForm, PHONE, soon, type Open, valuesOf } from './test.ts'

let people = 0

/** An Aadhaar number that nobody has used yet; its last four digits choose trouble. */
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

/** What the Aadhaar record fills in. */
export const identityFields = [
  ...(['name', 'gender', 'dob', 'address', 'city', 'state', 'country', 'pincode'] as const),
]
export type Proven = 'aadhaar' | 'phone'
type FieldName = (typeof identityFields)[number] | Proven | 'photo' | 'email'

export type RegisterPage = ReturnType<typeof registerPage>

/** Step 1 as a visitor finds it: by its labels, in the words of the page's language. */
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
  /** The modal is open once its first box has the focus, which comes last, from wherever it is. */
  const opened = () => soon(() => hasFocus(boxes.first())).toBe(true)
  return {
    ...{ opened, verify: verifyButton },
    /** From the button to the modal. */
    async askForCode(of: Proven, number: string) {
      await field(of).fill(number)
      await verifyButton(of).click()
      await opened()
    },
    /** Types a code as a person does, a key at a time, into the modal. */
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
    /** The digits in the boxes, as they stand. */
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

/** The messages «sent» to an address, a phone, or for an Aadhaar number, newest first; once so many were, if that is said. */
export async function messagesTo(site: Server, to: string, count?: number): Promise<SandboxMessage[]> {
  const read = () => allMessagesTo(site, to)
  if (count !== undefined) await soon(read).toHaveLength(count)
  return read()
}

/** The newest code of a number, once so many were sent; where the server is very busy, a page may have asked again. */
export async function codeFor(site: Server, to: string, count = 1): Promise<string> {
  await soon(async () => (await messagesTo(site, to)).length).toBeGreaterThanOrEqual(count)
  const [newest] = await messagesTo(site, to)
  const [code] = /\b\d{6}\b/.exec(newest?.text ?? '') ?? []
  if (!code) throw new Error('The message holds no code')
  return code
}

/** Six digits that are not the code. */
export function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

interface OnSite {
  form: RegisterPage
  site: Server
}

/** Has a number verified, from the button to the badge. */
export async function verify({ form, site }: OnSite, of: Proven, number: string): Promise<void> {
  await form.askForCode(of, number)
  await enterCode({ form, site }, of, number)
}

/** From the modal to the badge. */
export async function enterCode({ form, site }: OnSite, of: Proven, number: string): Promise<void> {
  await form.typeCode(await codeFor(site, number))
  await form.submit.click()
  await form.modal.waitFor({ state: 'detached' })
  await form.place(of).locator('[data-status="verified"]').waitFor()
  if (of === 'aadhaar') await soon(() => form.value('name')).not.toBe('')
}

/** The digits in the boxes of a code. */
export async function codeIn(boxes: Locator): Promise<string> {
  const digits = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))
  return digits.join('')
}

/** The modal open for a new number, with its code. */
export async function openedModal({ open, site }: { open: Open; site: Server }, of: Proven = 'phone') {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  const number = of === 'phone' ? newPhone() : newAadhaar()
  await form.askForCode(of, number)
  return { page, form, number, code: await codeFor(site, number) }
}

/** What stays in the browser when the page is left. */
export function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
}
