import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { listedPages, pages } from '#contract/paths.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, type Open, PHONE, soon, test } from '#tests/support/e2e/test.ts'

interface Chrome {
  page: Page
  opener: Locator
  dialog: Locator
}

async function onPhone(open: Open, path: string = pages.home): Promise<Chrome> {
  const page = await open({ width: PHONE })
  await page.goto(path)
  return {
    page,
    opener: page.getByRole('button', { name: 'Menu', exact: true }),
    dialog: page.getByRole('dialog', { name: 'Menu' }),
  }
}

describe('the overlay menu', () => {
  test('opens from a button named Menu as a dialog over the whole screen, with the same links', async ({
    open,
  }) => {
    const { page, opener, dialog } = await onPhone(open)
    expect(await dialog.count()).toBe(0)
    expect(await opener.getAttribute('aria-expanded')).toBe('false')
    await opener.click()

    await dialog.waitFor()
    await soon(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    expect(await dialog.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Home',
      'About',
      'Services',
      'Contact',
      'Career',
      'Sign Up',
    ])
    expect(await dialog.locator('[hreflang]').allInnerTexts()).toEqual(['English', 'हिन्दी', 'ગુજરાતી'])
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close'])
  })

  test('takes the focus in, and gives it back when Close is pressed', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    await opener.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    const close = dialog.getByRole('button', { name: 'Close' })
    await soon(() => hasFocus(close)).toBe(true)

    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await soon(() => hasFocus(opener)).toBe(true)
    // Told by an event, which comes after.
    await soon(() => opener.getAttribute('aria-expanded')).toBe('false')
  })

  test('closes when a link is chosen, and the page comes', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    await opener.click()
    await dialog.getByRole('link', { name: 'Services' }).click()

    await page.waitForURL('**/services')
    expect(await dialog.count()).toBe(0)
    // Also for whoever comes back to the page as it was left.
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname === pages.home, { waitUntil: 'commit' })
    await opener.waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('keeps the page behind it still, and out of reach of the keyboard', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    await opener.click()
    await dialog.waitFor()
    await page.mouse.move(PHONE / 2, 400)
    await page.mouse.wheel(0, 1500)
    await page.keyboard.press('PageDown')
    await twoFrames(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)

    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      // The browser's own bar has a turn in the round; then nothing of the page has the focus.
      expect(
        await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName),
      ).toBeDefined()
      expect(await page.evaluate(focusIsBehindDialog)).toBe(false)
    }
  })

  test('hides the page behind it from assistive technology', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    const before = await namesInTree(page)
    expect(before).toEqual(expect.arrayContaining(['Skip to content', 'Mission', 'Facebook']))
    await opener.click()
    await dialog.waitFor()

    const during = await namesInTree(page)
    expect(during).toEqual(expect.arrayContaining(['Close', 'Sign Up']))
    for (const behind of ['Skip to content', 'Mission', 'Facebook']) {
      expect(during).not.toContain(behind)
    }
  })

  test('closes when the window grows to where the links stand in the bar', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    await opener.click()
    await dialog.waitFor()
    await page.setViewportSize({ width: DESKTOP, height: 844 })

    await dialog.waitFor({ state: 'hidden' })
    const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Sign Up' }).waitFor()
    await opener.waitFor({ state: 'hidden' })
    await page.mouse.wheel(0, 600)
    await soon(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  test('can be scrolled where the screen is short', async ({ open }) => {
    const { page, opener, dialog } = await onPhone(open)
    await page.setViewportSize({ width: 640, height: 320 })
    await opener.click()
    const last = dialog.getByRole('link', { name: 'Sign Up' })
    await last.scrollIntoViewIfNeeded()
    const bottom = () => last.evaluate((one) => one.getBoundingClientRect().bottom)
    await soon(bottom).toBeLessThanOrEqual(320)
  })
})

test('the bar holds the five links and the Sign Up button where there is room', async ({ open }) => {
  const page = await open()
  await page.goto(pages.home)
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')

  const found = await links.evaluateAll((all) =>
    all.map((one) => [one.textContent, one.getAttribute('href')]),
  )
  expect(found).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Services', '/services'],
    ['Contact', '/contact'],
    ['Career', '/career'],
    ['Sign Up', '/register'],
  ])
  expect(await page.getByRole('button', { name: 'Menu', exact: true }).count()).toBe(0)
})

test('the page one is on is marked, in the bar and in the menu', async ({ open }) => {
  const inBar: string[] = [pages.home, pages.about, pages.services, pages.contact, pages.career]
  const { page, opener, dialog } = await onPhone(open)
  for (const path of listedPages) {
    const marked = inBar.includes(path) ? [path] : []
    await page.goto(path)
    await opener.click()
    await dialog.waitFor()
    expect(await hrefs(dialog.locator('[aria-current="page"]')), path).toEqual(marked)
    await page.setViewportSize({ width: DESKTOP, height: HEIGHT })
    await dialog.waitFor({ state: 'hidden' })
    const current = page.getByRole('banner').locator('nav:visible [aria-current="page"]')
    await soon(() => hrefs(current)).toEqual(marked)
    await page.setViewportSize({ width: PHONE, height: HEIGHT })
  }
})

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

function focusIsBehindDialog(): boolean {
  const { activeElement } = document
  return activeElement !== document.body && !activeElement?.closest('dialog')
}

/** Names of links, buttons and headings as assistive technology is told of them. */
async function namesInTree(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const told = ['link', 'button', 'heading']
  return nodes
    .filter(({ ignored, role }) => !ignored && told.includes(String(role?.value)))
    .map(({ name }) => name?.value as unknown)
}

function hrefs(links: Locator): Promise<(string | null)[]> {
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}
