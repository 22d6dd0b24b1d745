import { describe } from 'vitest'
import { faultsOf } from '#tests/support/e2e/problems.ts'
import { deskScreens, onlyNarrow } from '#tests/support/e2e/screens.ts'
import { addAuthenticator, startDesk } from '#tests/support/e2e/staff.ts'
import { DESKTOP, expect, PATIENCE_MS, PHONE, test as plain } from '#tests/support/e2e/test.ts'
import { reach } from '#tests/support/e2e/visits.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const test = plain.extend('visit', { scope: 'file' }, async ({ browser }, { onCleanup }) => {
  const begun = new AsyncDisposableStack()
  onCleanup(() => begun.disposeAsync())
  const site = begun.use(await startDesk())
  const receiver = begun.use(await startReceiver())
  const context = begun.use(await browser.newContext({ baseURL: site.url }))
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await addAuthenticator(page)
  return { page, site, receiver }
})

describe('axe finds nothing, and all fits at every width, and a phone with text at 200 %', () => {
  test.for(Object.entries(deskScreens))('%s', async (screen, { visit }) => {
    const isNarrow = onlyNarrow.includes(screen[0])
    const first = isNarrow ? PHONE : DESKTOP
    expect(await faultsOf(await reach(screen, visit), { isNarrow, first })).toEqual([])
  })
})
