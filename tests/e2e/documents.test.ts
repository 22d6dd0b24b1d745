import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import path from 'node:path'
import * as z from 'zod/mini'
import { pages, recordPages } from '#contract/paths.ts'
import { everyPage, NOWHERE } from '#tests/support/e2e/problems.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

/** A page of a record is one document for any id. */
const documents = [...everyPage, ...Object.values(recordPages).map((folder) => `${folder}x`)]
const root = path.resolve(import.meta.dirname, '../..')

/** Each over a line of its own: one that idled while a document was validated would be closed as the next one sets out. */
function readAll({ url }: { url: string }, addresses: readonly string[]) {
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(url + address, { headers: { connection: 'close' } })
      return [address, await answer.text()] as const
    }),
  )
}

test('every document the server gives is valid HTML', async ({ site }) => {
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
    // What the keyboard comes to first leads past the bar.
    expect(/<(?:a|button|input|select|textarea|summary) [^>]*>/.exec(html)?.[0], address).toContain(
      'href="#content"',
    )
    expect(html, address).toMatch(/<main id="content" tabindex="-1"/)
    // Screen readers announce what is added to a region that they know from the start.
    expect(html, address).toMatch(/<div(?=[^>]* role="status")(?=[^>]* aria-live="polite")[^>]* data-toasts/)
    // No token of the build is left, and no line under a link has its thickness in one: WebKit shows none of it.
    expect(html, address).not.toMatch(/\[\[\/?\w|text-decoration:[^;}]*\d/)
  }
})

test('every page says what it is, and leads to something', async ({ site }) => {
  const all = await readAll(site, everyPage)
  const names = all.flatMap(([, html]) => namesOf(html))
  expect(new Set(names).size).toBe(2 * everyPage.length)
  for (const [path, html] of all.filter(([one]) => one !== NOWHERE)) await expectShared(html, site.url + path)
  const nowhere = all.find(([path]) => path === NOWHERE)?.[1] ?? ''
  expect(meta(nowhere, 'name="robots"')).toBe('noindex')
  expect(nowhere).not.toContain('rel="canonical"')

  // Every link, picture, style and script leads to something, and every link to a place within a page finds it.
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

/** What stands in the first group of each match, as a browser reads it. */
function every(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
}

/** What the one element of that kind in the head says. */
function meta(html: string, name: string): string {
  const found = every(html, new RegExp(`<meta ${name} content="([^"]*)"`, 'g'))
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

/** A page's title and description, which say neither too little nor more than a search shows. */
function namesOf(html: string): string[] {
  const [title = ''] = every(html, /<title>([^<]*)<\/title>/g)
  const description = meta(html, 'name="description"')
  expect(title).toMatch(/^(?=.{0,65}$).+ · Sunrise Placements$/)
  expect(description).toMatch(/^.{51,165}$/)
  return [title, description]
}

/** Everything a page points to, as whole addresses. */
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

/** What is shown when it is shared, and who and where it is to programs. */
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
