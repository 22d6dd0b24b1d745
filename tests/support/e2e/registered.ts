import type { Page } from 'playwright-core'
import { agreementMessages, agreementPageMessages } from '#contract/messages/en/agreements.ts'
import { pages, recordPages } from '#contract/paths.ts'
import { mandated, recordOf, register as postRegistration, settle } from '#tests/support/registration.ts'
import { linkIn, prove, takeSession } from './mandate.ts'
import { registerPage } from './register.ts'
import type { Server } from './server.ts'
import type { Open } from './test.ts'

/** Registers somebody by the calls that the wizard makes. */
export async function register(site: Server) {
  const { person, applicant } = await prove(site)
  const record = recordOf(await postRegistration(await mandated(applicant)))
  const { transactionId = '' } = applicant.fields
  return { person, path: recordPages.mandateFailure + record, transactionId, applicant }
}

/** Registers somebody whom the bank refused afterwards; the path is the one in their e-mail. */
export async function registerAndFail(site: Server) {
  const registered = await register(site)
  await settle(site.url, registered.transactionId, 'Failed')
  const path = await linkIn(site, registered.person.email, recordPages.mandateFailure)
  return { ...registered, path }
}

type OpenOptions = Parameters<Open>[0]

/** The page of an agreement as a visitor finds it. */
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

/** Returns whether something is drawn on the first page, whose canvas is empty before. */
export async function isDrawn(page: Page): Promise<boolean> {
  await agreementPage(page).firstPage.waitFor()
  return page.evaluate(hasInk)
}

/** Runs in the page. */
export function hasInk(): boolean {
  const canvas = document.querySelector('[aria-label^="Page 1 of "]')
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false
  // Reads a copy, since browsers warn of reading the page's own canvas twice.
  const { width, height } = canvas
  const own = Object.assign(document.createElement('canvas'), { width, height })
  const copy = own.getContext('2d', { willReadFrequently: true })
  copy?.drawImage(canvas, 0, 0)
  const pixels = copy?.getImageData(0, 0, width, height).data ?? []
  // Ink is opaque and darker than paper.
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at + 3] === 255 && (pixels[at] ?? 255) < 100) return true
  return false
}

/** Opens step 3 for somebody whose mandate the bank has just accepted. */
export async function openAgreementStep(
  { open, site }: { open: Open; site: Server },
  options: OpenOptions = {},
) {
  const page = await open(options)
  const { person, applicant } = await register(site)
  await takeSession(page, site, applicant)
  await page.goto(pages.register)
  await registerPage(page).heading(3).waitFor()
  return { page, person, agreement: agreementPage(page) }
}
