import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import path from 'node:path'
import * as z from 'zod/mini'
import { pages, recordPages } from '#contract/paths.ts'
import { everyPage, NOWHERE } from '#tests/support/e2e/problems.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

/** A page of a record is one document for any id. */
const documents = [...everyPage, ...Object.values(recordPages).map((folder) => `${folder}x`)]
const root = path.resolve(import.meta.dirname, '../..')

/** Each over its own connection, since one that idles while a document is validated would be closed. */
function readAll({ url }: { url: string }, addresses: readonly string[]) {
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(url + address, { headers: { connection: 'close' } })
      return [address, await answer.text()] as const
    }),
  )
}

test('every document of the server is valid HTML', async ({ site }) => {
  const validator = new HtmlValidate(new FileSystemConfigLoader())
  const texts = ['/sitemap.xml', '/robots.txt']
  for (const [address, html] of await readAll(site, [...documents, ...texts])) {
    if (texts.includes(address)) {
      expect(html, address).not.toMatch(/\[\[|\]\]/)
      continue
    }
    const { results } = await validator.validateString(html, path.join(root, 'served.html'))
    const findings = results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(findings, address).toEqual([])
    // The first stop of the keyboard skips the bar.
    expect(/<(?:a|button|input|select|textarea|summary) [^>]*>/.exec(html)?.[0], address).toContain(
      'href="#content"',
    )
    expect(html, address).toMatch(/<main id="content" tabindex="-1"/)
    // Screen readers announce what is added to a region that exists from the start.
    expect(html, address).toMatch(/<div(?=[^>]* role="status")(?=[^>]* aria-live="polite")[^>]* data-toasts/)
    // No token is left, and no underline has a thickness in a token, which WebKit would not draw.
    expect(html, address).not.toMatch(/\[\[\/?\w|text-decoration:[^;}]*\d/)
  }
})

test('every page describes itself, and its links lead somewhere', async ({ site }) => {
  const all = await readAll(site, everyPage)
  const names = all.flatMap(([, html]) => namesOf(html))
  expect(new Set(names).size).toBe(2 * everyPage.length)
  for (const [path, html] of all.filter(([one]) => one !== NOWHERE)) await expectShared(html, site.url + path)
  const nowhere = all.find(([path]) => path === NOWHERE)?.[1] ?? ''
  expect(meta(nowhere, 'name="robots"')).toBe('noindex')
  expect(nowhere).not.toContain('rel="canonical"')

  // Every link, picture, style and script exists, and every link within a page finds its place.
  const ids = new Map(all.map(([path, html]) => [path, new Set(every(html, /\sid="([^"]+)"/g))]))
  const addresses = new Map(
    all.flatMap(([path, html]) => addressesIn(html, site.url + path).map((to) => [to, path])),
  )
  const own = [...addresses].filter(([address]) => address.startsWith(`${site.url}/`))
  const isDead = async ([address]: [string, string]) => {
    const { pathname, hash } = new URL(address)
    if (hash) return !ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))
    return pathname !== NOWHERE && (await fetch(address, { redirect: 'manual' })).status !== 200
  }
  const dead: string[] = []
  for (const one of own) if (await isDead(one)) dead.push(`${one[1]} → ${one[0]}`)
  expect(dead).toEqual([])
  expect(own.length).toBeGreaterThan(25)
  expect(own.filter(([address]) => address.includes('#')).length).toBeGreaterThan(20)
})

/** Returns the first group of each match, as a browser reads it. */
function every(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
}

/** Returns the content of the one element of that kind in the head. */
function meta(html: string, name: string): string {
  const found = every(html, new RegExp(`<meta ${name} content="([^"]*)"`, 'g'))
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

/** Returns a page's title and description, which must fit into a search result and not be too short. */
function namesOf(html: string): string[] {
  const [title = ''] = every(html, /<title>([^<]*)<\/title>/g)
  const description = meta(html, 'name="description"')
  expect(title).toMatch(/^(?=.{0,65}$).+ · Sunrise Placements$/)
  expect(description).toMatch(/^.{51,165}$/)
  return [title, description]
}

/** Returns everything that a page refers to, as whole addresses. */
function addressesIn(html: string, page: string): string[] {
  const single = every(html, /\s(?:href|src|poster|component-url|renderer-url)="([^"]+)"/g)
  const many = every(html, /\s(?:srcset|imagesrcset)="([^"]+)"/gi).flatMap((set) =>
    set.split(',').map((one) => one.trim().split(/\s+/)[0] ?? ''),
  )
  const styles = every(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g).flatMap((style) =>
    every(style, /url\(["']?([^"')]+)/g),
  )
  return [...single, ...many, ...styles]
    .filter((address) => !/^(mailto|data|tel):/.test(address))
    .map((address) => new URL(address, page).href)
}

const jsonLd = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.record(z.string(), z.unknown())),
})
const breadcrumbs = z.array(z.object({ position: z.number(), name: z.string(), item: z.string() }))

/** Expects what is shown when the page is shared, and the agency's data for programs. */
async function expectShared(html: string, address: string): Promise<void> {
  expect(meta(html, 'property="og:url"')).toBe(address)
  for (const name of ['title', 'description', 'image:alt'])
    expect(meta(html, `property="og:${name}"`)).not.toBe('')
  const picture = await fetch(meta(html, 'property="og:image"'))
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/)
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(300_000)

  const [text = ''] = every(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  const { '@graph': graph } = jsonLd.parse(JSON.parse(text))
  const { origin: url, pathname } = new URL(address)
  if (pathname === pages.home) return
  const trail = graph.at(-1)
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
  const steps = breadcrumbs.parse(trail?.['itemListElement'])
  expect(steps).toMatchObject([
    { position: 1, item: `${url}/` },
    { position: 2, item: address },
  ])
}
