import type { Locator, Page } from 'playwright-core'
import { accessWords } from '#web/features/staff/access/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { staffApi } from '#contract/paths.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { freePort } from '#scripts/free-port.ts'
import { deskOf } from '#tests/support/desk-records.ts'
import { type MovingClock, movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { signedIn } from '#tests/support/staff.ts'
import { test as plain } from './test.ts'

/** A little longer than a step-up lasts. */
export const STEP_UP_OVER_MS = 11 * 60_000

export function button(place: Page | Locator, name: string): Locator {
  return place.getByRole('button', { name, exact: true })
}

/** A server in the test's process, where a test stores data directly and moves the clock. */
export interface DeskSite extends TestServer {
  clock: MovingClock
}

/** Starts one on its own port, whose address its passkeys belong to; nobody has enrolled yet. */
export async function startDesk(): Promise<DeskSite> {
  const clock = movingClock(Date.now())
  const server = await startServer({ clock, settings: { PORT: String(await freePort()) } })
  return { ...server, url: server.deps.config.publicUrl, clock }
}

/** Opens a desktop page of a new person of a role, signed in without a ceremony and with a step-up. */
type OpenDesk = (role: StaffRole) => Promise<Page>

/** Tests of the desk; a worker's files share the server. */
export const test = plain
  .extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const site = await startDesk()
    onCleanup(site.stop)
    return site
  })
  .extend('openDesk', ({ site, open }): OpenDesk => {
    return async (role) => {
      const page = await open()
      await signIn(site, page, role)
      return page
    }
  })

/** Signs in a new person of a role without a ceremony, and with a step-up. */
export async function signIn(site: DeskSite, page: Page, role: StaffRole): Promise<void> {
  const { cookie } = await signedIn(site, role, { steppedUp: true })
  const [name = '', value = ''] = cookie.split('=', 2)
  await page.context().addCookies([{ name, value, url: site.url, sameSite: 'Strict' }])
}

/** Gives the page a device that keeps passkeys and answers by itself. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether it verifies its owner from now on. */
    async setUserVerified(isUserVerified: boolean) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

let people = 0

/** Returns the link of an owner's invitation. */
export async function invitationOf(site: DeskSite, role: StaffRole, name = 'Asha Mehta'): Promise<string> {
  const email = `desk${(people += 1)}@staff.example`
  const owner = deskOf(site, await signedIn(site, 'owner', { steppedUp: true }))
  const { status, text, body } = await owner<{ link: string }>('people', { name, email, role })
  if (status !== 200) throw new Error(`${staffApi}/people answers ${status}: ${text}`)
  return body.link
}

/** Enrols somebody of that role in the page, who is then at the desk with a step-up. */
export async function enrolAs(site: DeskSite, page: Page, role: StaffRole) {
  const authenticator = await addAuthenticator(page)
  await page.goto(await invitationOf(site, role))
  await page.getByRole('button', { name: accessWords.enrol }).click()
  await page.getByRole('searchbox', { name: deskWords.search }).waitFor()
  return authenticator
}
