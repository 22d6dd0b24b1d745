import type { Locator, Page } from 'playwright-core'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { namesOf } from '#contract/fields/field.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { pages } from '#contract/paths.ts'
import { words } from './languages.ts'
import { messagesTo } from './register.ts'
import type { Server } from './server.ts'
import { gate, openForm, valuesOf } from './test.ts'

/** The inbox of the server under test, unless a setting changes it. */
const INBOX = 'inbox@agency.example'

export const visitor: Enquiry = {
  name: 'Meera Desai',
  email: 'meera.desai@example.in',
  phone: '9876543210',
  enquiry: 'We look for two night nurses in Surat.\nWhen can we talk?',
}

/** The contact form as a visitor finds it: by its labels, in the page's language. */
export function contactForm(page: Page, { enquiryForm }: Dictionary = words.en) {
  const names = namesOf(enquiryFields)
  const located = names.map((name) => {
    return [name, page.getByRole('textbox', { name: enquiryForm[name].label, exact: true })] as const
  })
  const fields = Object.fromEntries(located) as Record<keyof Enquiry, Locator>
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON())
  })
  return {
    ...fields,
    submit: page.getByRole('button', { name: enquiryForm.submit }),
    /** The region in which toasts are shown and announced. */
    toasts: page.getByRole('status'),
    async fill(values: Partial<Enquiry>) {
      for (const [name, value] of Object.entries(values)) await fields[name as keyof Enquiry].fill(value)
    },
    values: () => valuesOf(names, (name) => fields[name]),
    /** Bodies of the calls made so far; the list grows. */
    sent,
  }
}

export async function openContactForm(page: Page) {
  const form = contactForm(page)
  await openForm(page, pages.contact)
  return form
}

/** Returns the agency's mails about an enquiry or an application of that name. */
export async function mailsFrom(site: Server, name: string): Promise<SandboxMessage[]> {
  return (await messagesTo(site, INBOX)).filter(({ subject }) => subject?.endsWith(`from ${name}`))
}

/** Holds the code of a page's forms back, like a slow line, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { open, opened } = gate()
  await page.route('**/*.js', async (route) => {
    await opened
    await route.continue()
  })
  return open
}
