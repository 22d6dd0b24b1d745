import type { Page } from 'playwright-core'
import { everyPage, NOWHERE } from '#tests/support/e2e/site-pages.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

test('every link, picture, style and script on every page leads to something', async ({ open, site }) => {
  const page = await open()
  const wanted = new Map<string, string>()
  for (const path of everyPage) {
    for (const address of await addressesOn(page, path)) wanted.set(address, path)
  }

  const dead: string[] = []
  for (const [address, from] of wanted) {
    const { origin, pathname } = new URL(address)
    if (origin !== site.url || pathname === NOWHERE) continue
    const { status } = await fetch(address, { redirect: 'manual' })
    if (status !== 200) dead.push(`${from} → ${pathname}: ${status}`)
  }
  expect(wanted.size).toBeGreaterThan(25)
  expect(dead).toEqual([])
})

test('every link to a place within a page finds that place', async ({ open, site }) => {
  const page = await open()
  const places = new Set<string>()
  for (const path of everyPage) {
    for (const address of await addressesOn(page, path)) {
      const { origin, hash } = new URL(address)
      if (origin === site.url && hash) places.add(address)
    }
  }

  expect(places.size).toBeGreaterThan(20)
  const missing: string[] = []
  for (const place of places) {
    await page.goto(place)
    const id = decodeURIComponent(new URL(place).hash.slice(1))
    if ((await page.locator(`[id="${id}"]`).count()) !== 1) missing.push(place)
  }
  expect(missing).toEqual([])
})

test('links to other sites are the two social pages alone, over HTTPS', async ({ open, site }) => {
  const page = await open()
  const away = new Set<string>()
  for (const path of everyPage) {
    const links = page.getByRole('link')
    await page.goto(path)
    for (const address of await links.evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).href),
    )) {
      if (!address.startsWith(site.url) && !address.startsWith('mailto:')) away.add(address)
    }
  }
  expect([...away].sort()).toEqual(['https://www.facebook.com/', 'https://www.instagram.com/'])
})

test('an address with capitals or a slash at its end leads to the page', async ({ open }) => {
  const page = await open()
  for (const spelling of ['/About', '/about/', '/SERVICES/']) {
    const answer = await page.goto(spelling)
    expect(answer?.status()).toBe(200)
    expect(new URL(page.url()).pathname).toBe(spelling.toLowerCase().replace(/\/$/, ''))
  }
})

/** Everything a page points to, as whole addresses. */
async function addressesOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  return page.evaluate(() => {
    const single = ['href', 'src', 'poster', 'action', 'component-url', 'renderer-url']
    const many = ['srcset', 'imagesrcset']
    const read = (name: string) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? '')
    const candidates = many
      .flatMap(read)
      .flatMap((set) => set.split(',').map((one) => one.trim().split(/\s+/)[0] ?? ''))
    const styles = [...document.querySelectorAll('style')].flatMap(({ textContent }) =>
      [...textContent.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address ?? ''),
    )
    return [...single.flatMap(read), ...candidates, ...styles]
      .filter((address) => address !== '' && !/^(mailto|data|tel):/.test(address))
      .map((address) => new URL(address, location.href).href)
  })
}
