import type { Page } from 'playwright-core'
import { agreementMessages, agreementPageMessages } from '#contract/messages/agreements.ts'
import { pages, recordPages } from '#contract/paths.ts'
import { linkIn, type Person } from './mandate.ts'
import { registerPage } from './register.ts'
import { registerIn } from './registered.ts'
import type { Server } from './server.ts'
import type { Open } from './test.ts'

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
    toasts: page.locator('[data-toast]'),
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
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
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
