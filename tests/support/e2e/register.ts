import type { Locator, Page } from 'playwright-core'
import { type SandboxMessage, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { api, pages, sandbox } from '#contract/paths.ts'
import type { Server } from './server.ts'
import { hasFocus, openForm, PHONE, soon, type Open } from './test.ts'

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

const labels = {
  aadhaar: 'Aadhaar number',
  photo: /^Profile photo/,
  name: 'Name',
  email: 'Email',
  gender: 'Gender',
  dob: 'DOB',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  country: 'Country',
  pincode: 'Pincode',
} as const
export type FieldName = keyof typeof labels
/** What the Aadhaar record fills in. */
export const identityFields = [
  'name',
  'gender',
  'dob',
  'address',
  'city',
  'state',
  'country',
  'pincode',
] as const satisfies FieldName[]

type Proven = 'aadhaar' | 'phone'

/** Step 1 as a visitor finds it: by its labels. */
export interface RegisterPage {
  field(name: FieldName): Locator
  value(name: FieldName): Promise<string>
  values(): Promise<Record<string, string>>
  verify(of: Proven): Locator
  /** VERIFIED or NOT VERIFIED. */
  badge(of: Proven): Promise<string>
  /** Everything under a number's label. */
  place(of: Proven): Locator
  next: Locator
  back: Locator
  toasts: Locator
  heading(step: number): Locator
  modal: Locator
  boxes: Locator
  /** The digits in the boxes, as they stand. */
  code(): Promise<string>
  submit: Locator
  cancel: Locator
  /** How many requests went to an address of the API. */
  sent(address: string): number
}

export function registerPage(page: Page): RegisterPage {
  const fields = { aadhaar: '[data-verification="aadhaar_no"]', phone: '[data-verification="phone"]' }
  const place = (of: Proven) => page.locator(fields[of])
  const field = (name: FieldName) => page.getByLabel(labels[name], { exact: true })
  const value = (name: FieldName) => field(name).inputValue()
  const modal = page.getByRole('dialog', { name: 'Enter OTP' })
  const boxes = modal.getByRole('textbox')
  const sent = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    sent.set(pathname, (sent.get(pathname) ?? 0) + 1)
  })
  return {
    field,
    value,
    async values() {
      const names = [...identityFields, 'email', 'phone'] as const
      const read = names.map(async (name) => [name, await value(name)] as const)
      return Object.fromEntries(await Promise.all(read))
    },
    place,
    verify: (of) => place(of).getByRole('button', { name: /^Verify / }),
    badge: (of) => place(of).locator('[data-status]').innerText(),
    next: page.getByRole('button', { name: 'Next', exact: true }),
    back: page.getByRole('button', { name: 'Back', exact: true }),
    toasts: page.locator('[data-toast]'),
    heading: (step) => page.getByRole('heading', { level: 2, name: new RegExp(`^Step ${step} of 3: `) }),
    modal,
    boxes,
    code: () => codeIn(boxes),
    submit: modal.getByRole('button', { name: 'Submit', exact: true }),
    cancel: modal.getByRole('button', { name: 'Cancel', exact: true }),
    sent: (address) => sent.get(address) ?? 0,
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
  const read = async () => {
    const answer = await fetch(`${site.url}${sandbox.messages}?to=${encodeURIComponent(to)}`)
    return sandboxMessagesResponse.parse(await answer.json()).messages
  }
  if (count !== undefined) await soon(async () => (await read()).length).toBe(count)
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

/** What a page tells on its console from now on; nothing of the person may be in it. */
export function consoleOf(page: Page): string[] {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  return told
}

/** Six digits that are not the code. */
export function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Has a number verified, from the button to the badge. */
export async function verify(
  { form, site }: { form: RegisterPage; site: Server },
  of: Proven,
  number: string,
): Promise<void> {
  await form.field(of).fill(number)
  await form.verify(of).click()
  await modalOpened(form)
  await typeCode(form, await codeFor(site, number))
  await form.submit.click()
  await form.modal.waitFor({ state: 'detached' })
  await soon(() => form.badge(of)).toBe('VERIFIED')
  if (of === 'aadhaar') await soon(() => form.value('name')).not.toBe('')
}

/** Waits until the modal is open: the focus comes to its first box last, from wherever it is. */
export async function modalOpened(form: RegisterPage): Promise<void> {
  await soon(() => hasFocus(form.boxes.first())).toBe(true)
}

/** The digits in the boxes of a code. */
export async function codeIn(boxes: Locator): Promise<string> {
  const digits = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))
  return digits.join('')
}

/** Types a code as a person does, a key at a time, into a modal that is open. */
export async function typeCode(form: RegisterPage, code: string): Promise<void> {
  await form.boxes.first().focus()
  await form.modal.page().keyboard.type(code)
  await soon(() => form.code()).toBe(code)
}

/** The modal open for a new number, with its code. */
export async function openedModal({ open, site }: { open: Open; site: Server }, of: Proven = 'phone') {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  const number = of === 'phone' ? newPhone() : newAadhaar()
  await form.field(of).fill(number)
  await form.verify(of).click()
  await modalOpened(form)
  return { page, form, number, code: await codeFor(site, number) }
}

/** What stays in the browser when the page is left. */
export function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
}
