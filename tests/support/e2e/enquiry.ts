import type { Locator, Page } from 'playwright-core'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import { type SandboxMessage, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { api, pages, sandbox } from '#contract/paths.ts'
import type { Server } from './server.ts'

/** Where the server under test tells of enquiries, unless a setting says otherwise. */
const INBOX = 'inbox@agency.example'

export const visitor: Enquiry = {
  name: 'Meera Desai',
  email: 'meera.desai@example.in',
  phone: '9876543210',
  enquiry: 'We look for two night nurses in Surat.\nWhen can we talk?',
}

/** The contact form as a visitor finds it: by its labels. */
export interface ContactForm {
  name: Locator
  email: Locator
  phone: Locator
  enquiry: Locator
  submit: Locator
  /** The region in which toasts are shown and announced. */
  toasts: Locator
  fill(values: Partial<Enquiry>): Promise<void>
  values(): Promise<Enquiry>
  /** Resolves once the form's own code has taken over. */
  awake(): Promise<void>
  /** Bodies of the calls made so far, the same list as it grows. */
  sent: unknown[]
}

export function contactForm(page: Page): ContactForm {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  const fields = {
    name: field('Name'),
    email: field('Email'),
    phone: field('Phone Number'),
    enquiry: field('Enquiry'),
  }
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON())
  })
  return {
    ...fields,
    submit: page.getByRole('button', { name: 'Submit' }),
    toasts: page.getByRole('status'),
    async fill(values) {
      for (const [name, locator] of Object.entries(fields)) {
        const value = values[name as keyof Enquiry]
        if (value !== undefined) await locator.fill(value)
      }
    },
    async values() {
      const { name, email, phone, enquiry } = fields
      return {
        name: await name.inputValue(),
        email: await email.inputValue(),
        phone: await phone.inputValue(),
        enquiry: await enquiry.inputValue(),
      }
    },
    awake: () => page.locator('form[data-awake]').waitFor(),
    sent,
  }
}

export async function openContactForm(page: Page): Promise<ContactForm> {
  const form = contactForm(page)
  await page.goto(pages.contact)
  await form.awake()
  return form
}

/**
 * The same on a page whose clock stands still a minute after it was opened, and goes on only by `page.clock`: no toast
 * leaves while it is looked at, and nobody is too fast.
 */
export async function openContactFormAtRest(page: Page): Promise<ContactForm> {
  const opened = new Date('2026-01-01T10:00:00Z')
  await page.clock.install({ time: opened })
  const form = await openContactForm(page)
  await page.clock.pauseAt(new Date(opened.getTime() + 60_000))
  return form
}

/** What stands in the sandbox's outbox for the agency from a visitor of that name. */
export async function mailsFrom(site: Server, name: string): Promise<SandboxMessage[]> {
  const answer = await fetch(`${site.url}${sandbox.messages}?to=${encodeURIComponent(INBOX)}`)
  const { messages } = sandboxMessagesResponse.parse(await answer.json())
  return messages.filter(({ subject }) => subject?.endsWith(name))
}

interface Reply {
  status: number
  body: string
  headers?: Record<string, string>
}

/** A refusal in the API's own form. */
export function refusal(status: number, code: ErrorCode, message: string): Reply {
  return { status, body: JSON.stringify({ code, message }) }
}

/** Stands in for the server on the form's one call; `reply` decides when, and with what. */
export async function answerWith(page: Page, reply: () => Reply | Promise<Reply>): Promise<void> {
  await page.route(`**${api.sendEnquiry}`, async (route) => {
    const { status, body, headers = {} } = await reply()
    await route.fulfill({ status, body, headers: { 'content-type': 'application/json', ...headers } })
  })
}

/** A gate that stays shut until it is opened, for what is to happen while something waits. */
export function gate(): { open(): void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}
