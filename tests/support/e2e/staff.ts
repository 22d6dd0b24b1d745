import type { BrowserContextOptions, Page } from 'playwright-core'
import { accessWords } from '#contract/messages/staff-access.ts'
import { deskWords } from '#contract/messages/staff.ts'
import type { StaffRole } from '#contract/schemas/staff-permissions.ts'
import type { Server } from './server.ts'
import type { Open } from './test.ts'

/** An authenticator in the browser, as a device with a screen lock has one. */
export interface DeviceAuthenticator {
  /** Whether it makes sure of its owner from now on. */
  setUserVerified(isUserVerified: boolean): Promise<void>
}

/** Gives the page a device that keeps passkeys and answers by itself. */
export async function addAuthenticator(page: Page): Promise<DeviceAuthenticator> {
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
    async setUserVerified(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

let people = 0

/** Has somebody of that role enrol in the page, who is then at the desk with a step-up. */
export async function enrolAs(
  { ops }: Pick<Server, 'ops'>,
  page: Page,
  { role, name = 'Asha Mehta' }: { role: StaffRole; name?: string },
): Promise<DeviceAuthenticator> {
  const email = `desk${(people += 1)}.${process.pid}@staff.example`
  const link = await ops('staff', 'invite', '--email', email, '--name', name, '--role', role)
  const authenticator = await addAuthenticator(page)
  await page.goto(link.trim())
  await page.getByRole('button', { name: accessWords.enrol }).click()
  await page.getByRole('searchbox', { name: deskWords.search }).waitFor()
  return authenticator
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
const states = new Map<string, State>()

/** A page of somebody of a role who is signed in: the same person and session in all tests of a server. */
export async function openDesk(open: Open, site: Server, role: StaffRole): Promise<Page> {
  const key = `${site.url} ${role}`
  const known = states.get(key)
  if (known) return open({ storageState: known })
  const page = await open()
  await enrolAs(site, page, { role, name: `Desk ${role}` })
  states.set(key, await page.context().storageState())
  return page
}
