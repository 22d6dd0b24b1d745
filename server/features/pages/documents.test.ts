import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtSite, movingClock, startServer } from '#tests/support/server.ts'
import { get } from '#tests/support/tcp.ts'
import { hostileName, startTwoSites, textOf } from '#tests/support/two-sites.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { addressOf, documentOf } from './service.ts'
import { api, listedPages, pages, sandbox } from '#contract/paths.ts'
import { eventually } from '#tests/support/eventually.ts'

const documents = readdirSync(builtSite, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map(addressOf)

const { server, live, stop } = await startTwoSites()
afterAll(stop)

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function elements(html: string, name: string): { attributes: string; text: string }[] {
  const pattern = new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, 'gi')
  return [...html.matchAll(pattern)].map(([, attributes = '', text = '']) => ({ attributes, text }))
}

describe.each(documents)('the document %s', (path) => {
  let html: string
  let policy: Map<string, string[]>
  beforeAll(async () => {
    // The document of a record's page is found by any id.
    const isOfRecord = documentOf(path) === undefined
    const { status, headers, body } = await get(server.url + path + (isOfRecord ? '/AbC-1_x' : ''))
    expect(status).toBe(path.endsWith('/404') ? 404 : 200)
    html = body.toString('utf8')
    const rules = String(headers['content-security-policy']).split('; ')
    policy = new Map(rules.map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)]))
  })

  it('has a policy that lets in its own inline parts and nothing else', () => {
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    const scripts = elements(html, 'script')
      .filter(({ attributes, text }) => text !== '' && !attributes.includes('application/ld+json'))
      .map(({ text }) => sha256(text))
    const styles = elements(html, 'style').map(({ text }) => sha256(text))
    expect(policy.get('script-src')?.toSorted()).toEqual(["'self'", ...new Set(scripts)].toSorted())
    expect(policy.get('style-src')?.toSorted()).toEqual(["'self'", ...new Set(styles)].toSorted())
  })

  it('has no style attribute, no event attribute, and loads nothing from another host', () => {
    const markup = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
    for (const [tag] of markup.matchAll(/<[a-z][^>]*>/gi)) {
      expect(tag).not.toMatch(/\s(style|on[a-z]+)\s*=/i)
      expect(tag).not.toMatch(/\s(src|srcset|action|data|poster)\s*=\s*"[^"]*\/\//i)
      if (/^<link/i.test(tag) && !/rel="(canonical|alternate)"/.test(tag))
        expect(tag).not.toMatch(/href="(\w+:)?\/\//)
    }
    for (const { text } of elements(html, 'style')) expect(text).not.toMatch(/url\(["']?(\w+:)?\/\/|@import/)
  })

  it('has every token filled, whatever the agency is called', () => {
    expect(html).not.toMatch(/\[\[\/?\w/)
    expect(html).not.toContain('<x>')
    // The desk's one document does not name it.
    if (path !== '/staff') expect(html).toContain('A&amp;B &quot;&lt;x&gt;&quot; &#39;$&amp;')
    for (const { attributes, text } of elements(html, 'script')) {
      if (!attributes.includes('application/ld+json')) continue
      expect(text).not.toContain('<')
      const data = JSON.stringify(JSON.parse(text))
      if (data.includes('EmploymentAgency')) expect(data).toContain(JSON.stringify(hostileName).slice(1, -1))
    }
  })
})

describe('the documents of a registration', () => {
  const id = 'AbC-1_x'
  const gateway = liveProviders.PAYNIMO_URL
  const policyOf = async (path: string, from = server) =>
    String((await get(from.url + path)).headers['content-security-policy'])

  it.each([
    ['/mandate-failure/', 'strict-origin-when-cross-origin'],
    ['/sign-aggrement/', 'no-referrer'],
  ])('%s is one for any id, and kept from others', async (folder, referrer) => {
    const { status, headers } = await get(server.url + folder + id)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': referrer,
      'x-robots-tag': 'noindex',
    })
    const spelt = await get(server.url + folder.toUpperCase() + id)
    expect([spelt.status, spelt.headers['location']]).toEqual([308, folder + id])
  })

  it('allow the gateway’s own paths where its window is opened, and nothing of it elsewhere', async () => {
    const folder = `${gateway}/paynimocheckout`
    const expected = [
      `script-src ${folder}/client/lib/jquery.min.js ${folder}/server/lib/`,
      `style-src ${folder}/server/css/`,
      `img-src ${folder}/server/ ${gateway}/CompanyDocs/company-logo-md.png`,
      `font-src ${folder}/server/`,
      `connect-src ${gateway}/api/ ${folder}/server/json/`,
      `frame-src ${folder}/server/others/`,
      'form-action https:',
    ]
    for (const path of ['/register', `/mandate-failure/${id}`]) {
      const rules = (await policyOf(path, live)).split('; ').map((rule) => rule.split(' '))
      const foreign = rules.map(([name, ...sources]) => [
        name,
        ...sources.filter((one) => /^https?:/.test(one)),
      ])
      expect(foreign.filter(({ length }) => length > 1).map((rule) => rule.join(' '))).toEqual(expected)
      const { headers } = await get(live.url + path)
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'unsafe-none',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
    }
    for (const path of ['/', '/career', `/sign-aggrement/${id}`]) {
      expect(await policyOf(path, live)).not.toContain(gateway)
      expect((await get(live.url + path)).headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })

  it('make text into scripts’ addresses by their own policies alone', async () => {
    expect(await policyOf('/register')).toContain('trusted-types gateway agreement-viewer sandbox-gateway')
    expect(await policyOf('/register', live)).not.toContain('sandbox-gateway')
    expect(await policyOf(`/mandate-failure/${id}`)).toMatch(/trusted-types gateway sandbox-gateway($|;)/)
    expect(await policyOf(`/sign-aggrement/${id}`)).toMatch(/trusted-types agreement-viewer($|;)/)
    expect(await policyOf('/')).toContain("trusted-types 'none'")
  })
})
afterAll(stop)

describe('the other files that hold the agency’s words', () => {
  it('are filled too, each in its own way of writing', async () => {
    const manifest = JSON.parse(await textOf('/site.webmanifest', server))
    expect(manifest).toMatchObject({ name: hostileName, lang: 'en-IN', start_url: '/' })
    const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes)
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
    for (const { src, type } of manifest.icons) {
      const { status, headers } = await get(new URL(src, server.url).href)
      expect([status, headers['content-type']]).toEqual([200, type])
    }
    const robots = await textOf('/robots.txt', live)
    expect(robots).toContain('\nSitemap: https://www.agency.example/sitemap.xml\n')
    expect(robots).toMatch(/^User-agent: \*$/m)
    expect(robots).not.toMatch(/^Disallow: \/$/m)
    const sitemap = await textOf('/sitemap.xml', live)
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(listed).toEqual(listedPages.map((path) => `https://www.agency.example${path}`))
    expect(await textOf('/', live)).toContain('<link rel="canonical" href="https://www.agency.example/"')
  })
})

describe('the year in the footer', () => {
  it('is the new one soon after it has begun in India, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const clock = movingClock(Date.parse('2026-12-31T18:00:00Z'))
    const old = await startServer({ clock, ownSite: true })
    expect(await textOf('/', old)).toMatch(/©.{0,20}2026/)
    clock.advance(3_600_000)
    vi.advanceTimersByTime(3_600_000)
    await eventually(async () => expect(await textOf('/', old)).toMatch(/©.{0,20}2027/))
    await old.stop()
    vi.useRealTimers()
  })
})

describe('the sandbox', () => {
  it('has its listeners and its banner while a provider is set to it', async () => {
    expect((await get(server.url + sandbox.messages)).status).toBe(200)
    expect((await get(server.url + pages.sandbox)).status).toBe(200)
    expect(await textOf('/', server)).toContain('aria-label="Sandbox"')
  })

  it('is nowhere to be found otherwise', async () => {
    for (const path of [
      pages.sandbox,
      `${pages.sandbox}/`,
      '/SANDBOX',
      sandbox.messages,
      `${sandbox.messages}?to=a`,
    ]) {
      expect([path, (await get(live.url + path)).status]).toEqual([path, 404])
    }
    for (const path of listedPages) {
      const html = await textOf(path, live)
      expect(html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')).not.toMatch(/sandbox/i)
    }
    expect(await textOf(api.openapi, live)).not.toMatch(/sandbox/i)
  })
})
