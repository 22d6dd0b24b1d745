import { request } from 'playwright-core'
import { pages, recordPages } from '#contract/paths.ts'
import { linkIn } from '#tests/support/e2e/mandate.ts'
import { registerAndFail, registerIn } from '#tests/support/e2e/registered.ts'
import { accept, decide } from './registration.ts'
import { at, button, click, openedWindow, see, words, type Visitor } from './visitor.ts'

/** The link in the mail to those who are registered: the agreement is read and accepted. */
export async function acceptAgreement({ tab, site }: Visitor): Promise<void> {
  const calls = await request.newContext({ baseURL: site.url })
  const { person } = await registerIn(calls, site)
  await calls.dispose()
  await tab.open(site.url + (await linkIn(site, person.email, recordPages.signAgreement)))
  await accept(tab, 'Agreement signed successfully')
}

/** The link in the mail to those whose mandate failed. */
export async function mendMandate(visitor: Visitor): Promise<void> {
  const { tab, site } = visitor
  const { path } = await registerAndFail(site)
  await tab.open(site.url + path)
  await see(tab, '//form[@data-ready]')
  await click(tab, button('Submit'))
  await decide(await openedWindow(visitor), 'Authorise')
  await at(tab, pages.home)
  await see(tab, words('Mandate Update Successfully'))
}
