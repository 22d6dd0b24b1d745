import { describe, test as plain } from 'vitest'
import { startServer } from '#tests/support/e2e/server.ts'
import { DESKTOP, PHONE } from '#tests/support/e2e/test.ts'
import { acceptAgreement, applyWithDocuments, mendMandate, sendEnquiry, useMenu } from './forms.ts'
import {
  enterCodeByKeyboard,
  pasteCode,
  registerInSameWindow,
  registerWithBankWindow,
} from './registration.ts'
import type { Browser, Visitor } from './visitor.ts'

type Journey = [name: string, walk: (visitor: Visitor) => Promise<void>]

/** Always run, each in the engine that differs most in it: one sends files, the other blocks windows. */
export const inFirefox: Journey = ['an application with documents is sent', applyWithDocuments]
export const inWebKit: Journey = ['a registration goes through the bank’s window', registerWithBankWindow]

/** All journeys; the pages behind links are those of the registration, opened in another way. */
export const journeys: Journey[] = [
  inFirefox,
  inWebKit,
  ['an agreement is accepted from the e-mailed link', acceptAgreement],
  ['a failed mandate is set up again from the e-mailed link', mendMandate],
  ['an enquiry is sent', sendEnquiry],
  ['a registration goes through the bank in the same window', registerInSameWindow],
  ['a code is typed, corrected and tried again by keyboard alone', enterCodeByKeyboard],
  ['a copied code is pasted', pasteCode],
  ['the menu leads to a page', useMenu],
]

/** At both widths, in the long form. */
export const bothWidths = [PHONE, DESKTOP]

/** In-app browsers open no windows. */
const inApp = [sendEnquiry, applyWithDocuments, registerInSameWindow, acceptAgreement]
export const inAppJourneys = journeys.filter(([, walk]) => inApp.includes(walk))

/** Runs journeys at each of these widths with one server and one browser process. */
export function walkJourneys(
  walked: Journey[],
  launch: (() => Promise<Browser>) | undefined,
  widths = [PHONE],
): void {
  const test = plain
    .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await startServer({ RATE_LIMIT_SCALE: '1000', LANGUAGES: 'en' })
      onCleanup(server.stop)
      return server
    })
    .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
      if (!launch) throw new Error('There is no such browser')
      const browser = await launch()
      onCleanup(browser.close)
      return browser
    })
  describe.skipIf(!launch).for(widths)('at %i pixels', (width) => {
    test.for(walked)('%s', async ([, walk], { site, browser }) => {
      await walk({ site, browser, tab: await browser.visit(width) })
    })
  })
}
