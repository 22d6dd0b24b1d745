import type { Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, type Open, PHONE, soon, test } from '#tests/support/e2e/test.ts'

async function onPhone(open: Open) {
  const page = await open({ width: PHONE })
  await page.goto(pages.home)
  return {
    page,
    opener: page.getByRole('button', { name: 'Menu', exact: true }),
    dialog: page.getByRole('dialog', { name: 'Menu' }),
  }
}

test('the open menu is a dialog over the whole screen, and only it can be reached', async ({ open }) => {
  const { page, opener, dialog } = await onPhone(open)
  expect(await dialog.count()).toBe(0)
  expect(await opener.getAttribute('aria-expanded')).toBe('false')
  const before = await namesInTree(page)
  expect(before).toEqual(expect.arrayContaining(['Skip to content', 'Mission', 'Facebook']))
  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await soon(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  const close = dialog.getByRole('button', { name: 'Close' })
  await soon(() => hasFocus(close)).toBe(true)
  const links = ['Home', 'About', 'Services', 'Contact', 'Career', 'Sign Up']
  expect(await dialog.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(links)
  expect(await dialog.locator('[hreflang]').allInnerTexts()).toEqual(['English', 'हिन्दी', 'ગુજરાતી'])
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close'])

  const during = await namesInTree(page)
  expect(during).toEqual(expect.arrayContaining(['Close', 'Sign Up']))
  for (const behind of ['Skip to content', 'Mission', 'Facebook']) expect(during).not.toContain(behind)
  await page.keyboard.press('PageDown')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    // The browser's own bar is part of the round; then nothing of the page has the focus.
    expect(await page.evaluate(focusIsBehindDialog)).toBe(false)
  }

  await close.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await soon(() => hasFocus(opener)).toBe(true)
  // Reported by a later event.
  await soon(() => opener.getAttribute('aria-expanded')).toBe('false')
})

test('the menu closes by a link or a wider window, and scrolls on a short screen', async ({ open }) => {
  const { page, opener, dialog } = await onPhone(open)
  await opener.click()
  await dialog.getByRole('link', { name: 'Services' }).click()
  await page.waitForURL('**/services')
  expect(await dialog.count()).toBe(0)
  // Also after a return to the page as it was left.
  await page.goBack({ waitUntil: 'commit' })
  await page.waitForURL((url) => url.pathname === pages.home, { waitUntil: 'commit' })
  await opener.waitFor()
  await soon(() => dialog.count()).toBe(0)

  await page.setViewportSize({ width: 640, height: 320 })
  await opener.click()
  const last = dialog.getByRole('link', { name: 'Sign Up' })
  await last.scrollIntoViewIfNeeded()
  const bottom = () => last.evaluate((one) => one.getBoundingClientRect().bottom)
  await soon(bottom).toBeLessThanOrEqual(320)

  // To the width at which the bar has the links.
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT })
  await dialog.waitFor({ state: 'hidden' })
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Sign Up' }).waitFor()
  await opener.waitFor({ state: 'hidden' })
  await page.mouse.wheel(0, 600)
  await soon(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

function focusIsBehindDialog(): boolean {
  const { activeElement } = document
  return activeElement !== document.body && !activeElement?.closest('dialog')
}

/** Returns the names of links, buttons and headings in the accessibility tree. */
async function namesInTree(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const told = ['link', 'button', 'heading']
  return nodes
    .filter(({ ignored, role }) => !ignored && told.includes(String(role?.value)))
    .map(({ name }) => name?.value as unknown)
}
