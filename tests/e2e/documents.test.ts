import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import path from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import { addressIn, languageCodes } from '#contract/messages/languages.ts'
import { listedPages, pages, recordPages } from '#contract/paths.ts'
import { everyPage, NOWHERE } from '#tests/support/e2e/problems.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

/** A page of a record is one document for any id. */
const documents = [...everyPage, pages.sandbox, ...Object.values(recordPages).map((folder) => `${folder}x`)]
const root = path.resolve(import.meta.dirname, '../..')

test('every document the server gives is valid HTML', async ({ site }) => {
  const validator = new HtmlValidate(new FileSystemConfigLoader())
  // All at once: while one is validated, idle connections would pass their time.
  const read = async (address: string) => [address, await (await fetch(site.url + address)).text()] as const
  const texts = ['/sitemap.xml', '/robots.txt', '/site.webmanifest']
  for (const [address, html] of await Promise.all([...documents, ...texts].map(read))) {
    if (texts.includes(address)) {
      expect(html, address).not.toMatch(/\[\[|\]\]/)
      continue
    }
    const { results } = await validator.validateString(html, path.join(root, 'served.html'))
    const findings = results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(findings, address).toEqual([])
    // No token of the build is left, and no line under a link has its thickness in one: WebKit shows none of it.
    expect(html, address).not.toMatch(/\[\[|\]\]|text-decoration:[^;}]*\d/)
  }
})

/** What is found on the pages, and compared once all were seen. */
interface Found {
  titles: Set<string>
  descriptions: Set<string>
  /** Addresses that a page points to, each with a page that does. */
  addresses: Map<string, string>
  /** The ids on each page. */
  ids: Map<string, Set<string>>
}

test('every page says what it is, loads only what is ours, and leads to something', async ({
  open,
  site,
}) => {
  const page = await open()
  const found: Found = { titles: new Set(), descriptions: new Set(), addresses: new Map(), ids: new Map() }
  for (const path of [...everyPage, pages.sandbox]) {
    await page.goto(path)
    expect(await page.locator('[style], [onclick], [onload], [onsubmit]').count(), path).toBe(0)
    const sources = await page
      .locator('script[src], link[rel="stylesheet"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? ''))
    expect(sources.filter((source) => new URL(source, site.url).origin !== site.url)).toEqual([])
    if (path === pages.sandbox) continue
    await readNames(page, found)
    for (const address of await addressesOn(page)) found.addresses.set(address, path)
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    found.ids.set(path, new Set(ids))
    if (path !== NOWHERE) await expectShared(page, site.url + path)
    else {
      expect(await meta(page, 'meta[name="robots"]')).toBe('noindex')
      expect(await page.locator('link[rel="canonical"]').count()).toBe(0)
    }
  }
  expect([found.titles.size, found.descriptions.size]).toEqual([everyPage.length, everyPage.length])
  await expectToLead(found, site.url)
})

async function readNames(page: Page, { titles, descriptions }: Found): Promise<void> {
  const title = await page.title()
  const description = await meta(page, 'meta[name="description"]')
  expect(title).toMatch(/^.+ · The agency$/)
  expect(title.length, title).toBeLessThanOrEqual(65)
  expect(description.length, description).toBeGreaterThan(50)
  expect(description.length, description).toBeLessThanOrEqual(165)
  titles.add(title)
  descriptions.add(description)
}

/** Every link, picture, style and script leads to something, and every link to a place within a page finds it. */
async function expectToLead({ addresses, ids }: Found, home: string): Promise<void> {
  const dead: string[] = []
  let places = 0
  for (const [address, from] of addresses) {
    const { origin, pathname, hash } = new URL(address)
    if (origin !== home) continue
    if (hash) {
      places += 1
      if (!ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))))
        dead.push(`${from} → ${pathname}${hash}`)
    } else if (pathname !== NOWHERE) {
      const { status } = await fetch(address, { redirect: 'manual' })
      if (status !== 200) dead.push(`${from} → ${pathname}: ${status}`)
    }
  }
  expect(dead).toEqual([])
  expect(addresses.size).toBeGreaterThan(25)
  expect(places).toBeGreaterThan(20)
}

/** Everything a page points to, as whole addresses. */
function addressesOn(page: Page): Promise<string[]> {
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

const jsonLd = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.record(z.string(), z.unknown())),
})
const breadcrumbs = z.array(z.object({ position: z.number(), name: z.string(), item: z.string() }))
const manifest = z.object({
  name: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
})

async function meta(page: Page, selector: string, attribute = 'content'): Promise<string> {
  const found = page.locator(`head ${selector}`)
  expect(await found.count(), selector).toBe(1)
  return (await found.getAttribute(attribute)) ?? ''
}

/** Its language, its one address, what is shown when it is shared, and who and where it is to programs. */
async function expectShared(page: Page, address: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('en-IN')
  expect(await meta(page, 'link[rel="canonical"]', 'href')).toBe(address)
  expect(await meta(page, 'meta[property="og:url"]')).toBe(address)
  for (const name of ['title', 'description', 'image:alt'])
    expect(await meta(page, `meta[property="og:${name}"]`)).not.toBe('')
  const picture = await fetch(await meta(page, 'meta[property="og:image"]'))
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/)
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(300_000)

  const text = await page.locator('script[type="application/ld+json"]').textContent()
  const { '@graph': graph } = jsonLd.parse(JSON.parse(text ?? ''))
  const [agency, trail] = graph
  const { origin: url, pathname } = new URL(address)
  expect(agency).toMatchObject({
    '@type': 'EmploymentAgency',
    name: 'The agency',
    url: `${url}/`,
    email: 'info@agency.example',
    address: { '@type': 'PostalAddress', postalCode: '395002', addressCountry: 'IN' },
  })
  if (pathname === pages.home) return
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
  const steps = breadcrumbs.parse(trail?.['itemListElement'])
  expect(steps.map(({ item }) => item)).toEqual([`${url}/`, address])
  expect(steps.map(({ position }) => position)).toEqual([1, 2])
}

test('the sitemap lists every page once in each language, and robots.txt names the sitemap', async ({
  site,
}) => {
  const sitemap = await fetch(`${site.url}/sitemap.xml`)
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const listed = languageCodes.flatMap((language) => listedPages.map((path) => addressIn(language, path)))
  expect(addresses).toEqual(listed.map((path) => site.url + path))

  const robots = await (await fetch(`${site.url}/robots.txt`)).text()
  expect(robots).toContain('User-agent: *')
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  expect(robots).not.toMatch(/^Disallow: \/$/m)
})

test('the manifest and every icon it or the page names can be had', async ({ open, site }) => {
  const page = await open()
  await page.goto(pages.home)
  const address = await meta(page, 'link[rel="manifest"]', 'href')
  const { name, start_url, icons } = manifest.parse(await (await fetch(site.url + address)).json())

  expect(name).toBe('The agency')
  expect(start_url).toBe('/')
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  const named = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const icon of [...icons.map(({ src }) => src), ...named]) {
    const answer = await fetch(new URL(icon ?? '', site.url))
    expect(answer.status, icon ?? '').toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  }
})
