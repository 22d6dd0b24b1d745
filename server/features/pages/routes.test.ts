import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, beforeAll, vi } from 'vitest'
import { api, listedPages, probes, securityText, pages, sandbox } from '#contract/paths.ts'
import { commonHeaders } from '#server/platform/http/security-headers.ts'
import { get, sendRaw } from '#tests/support/tcp.ts'
import { startTwoSites, textOf, hostileName } from '#tests/support/two-sites.ts'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { builtSite, movingClock, startServer } from '#tests/support/server.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { addressOf, documentOf } from './service.ts'
import { eventually } from '#tests/support/eventually.ts'

const { server, live, stop } = await startTwoSites()
afterAll(stop)

describe('a page', () => {
  it.each(listedPages)('%s is there, in Indian English, with a title and a description', async (path) => {
    const { status, headers, body } = await get(server.url + path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-length']).toBe(String(body.length))
    expect(body.toString()).toMatch(/<html lang="en-IN"[\s\S]*<title>[^<]+<\/title>/)
    expect(body.toString()).toMatch(/<meta name="description" content="[^"]+"/)
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.2, br;q=0.1', 'gzip'],
    ['gzip;q=1.0, identity;q=0.5, *;q=0', 'gzip'],
    ['*', undefined],
    ['identity', undefined],
    [undefined, undefined],
    [',,;q=;=', undefined],
  ])('asked for with %j comes as %s and is the same page', async (accepted, encoding) => {
    const plain = await get(`${server.url}/about`)
    const got = await get(
      `${server.url}/about`,
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    )
    expect(got.headers['content-encoding']).toBe(encoding)
    expect(got.headers['vary']).toBe('accept-encoding')
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body)
    expect(open(got.body)).toEqual(plain.body)
  })

  it('has a tag for each form, and is not sent again to whoever has that form', async () => {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const first = await get(`${server.url}/`, { 'accept-encoding': accepted })
      const tag = first.headers.etag ?? ''
      tags.add(tag)
      for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(`${server.url}/`, { 'accept-encoding': accepted, 'if-none-match': held })
        expect([held, again.status, again.body.length]).toEqual([held, 304, 0])
        expect(again.headers.etag).toBe(tag)
        expect(again.headers['cache-control']).toBe('no-cache')
      }
      for (const held of ['"other"', tag.replaceAll('"', ''), `"x${tag.slice(1)}`]) {
        const again = await get(`${server.url}/`, { 'accept-encoding': accepted, 'if-none-match': held })
        expect([held, again.status]).toEqual([held, 200])
      }
    }
    expect(tags.size).toBe(3)
  })

  it('answers HEAD as GET, without the page', async () => {
    const [whole, head] = await Promise.all([get(`${server.url}/`), get(`${server.url}/`, {}, 'HEAD')])
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' })
  })

  it.each([
    ['/About/?from=mail&x=%2F', '/about?from=mail&x=%2F'],
    ['//', '/'],
  ])('has one address: %s leads to %s', async (path, proper) => {
    const { status, headers } = await get(server.url + path)
    expect([status, headers.location]).toEqual([308, proper])
  })

  it('leads nobody to another site', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/about',
      '/\\evil.example/',
      '/about%0d%0aSet-Cookie:x=1',
    ]) {
      const answer = await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect([path, /^HTTP\/1.1 (30\d|200)/.test(answer)]).toEqual([path, false])
      expect(answer).not.toMatch(/^(location|set-cookie):/im)
    }
  })
})

describe('an address that has nothing', () => {
  it.each([
    '/nothing',
    '/about.html',
    '/index.html',
    '/404',
    '/about/nothing',
    '/mandate-failure',
    '/sign-aggrement',
    '/_astro/',
    '/__proto__',
  ])('%s answers 404 with a page that leads home', async (path) => {
    const { status, headers, body } = await get(server.url + path)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.toString()).toMatch(/<main[\s\S]*href="\/"/)
  })
})

describe('a file', () => {
  it('with its content’s hash in its name may be kept for ever', async () => {
    const [script] = /\/_astro\/[\w.-]+\.js/.exec(await textOf('/contact', server)) ?? []
    const { status, headers } = await get(server.url + script, { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['content-encoding']).toBe('br')
  })

  it.each([
    ['/robots.txt', /^text\/plain/],
    ['/sitemap.xml', /xml/],
    ['/site.webmanifest', /^application\/manifest\+json/],
    ['/favicon.svg', /^image\/svg\+xml/],
    ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/],
    ['/share.jpg', /^image\/jpeg$/],
  ])('%s says what it is and is asked for again each time', async (path, type) => {
    const { status, headers } = await get(server.url + path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(type),
      'no-cache',
    ])
  })
})

describe('whom to tell of a weakness', () => {
  it('stands where RFC 9116 has it, for less than a year', async () => {
    const { status, headers, body } = await get(live.url + securityText)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [contact, expires = '', ...more] = body.toString().split('\n')
    expect([contact, ...more]).toEqual([
      'Contact: mailto:security@agency.example',
      'Preferred-Languages: en',
      `Canonical: https://www.agency.example${securityText}`,
      '',
    ])
    const left = Date.parse(expires.replace('Expires: ', '')) - Date.now()
    expect(left / 86_400_000).toBeGreaterThan(30)
    expect(left / 86_400_000).toBeLessThan(365)
  })

  it('is not there where nobody was named', async () => {
    expect((await get(server.url + securityText)).status).toBe(404)
  })
})

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self), usb=()',
}

describe('the headers that keep a visitor safe', () => {
  it.each([
    ...['/', '/nothing', '/share.jpg', '/api/x', '/About', '/%zz'],
    ...[api.sendEnquiry, api.docs, probes.health],
  ])('are on %s', async (path) => {
    const { headers } = await get(server.url + path)
    expect(headers).toMatchObject(common)
    expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('promise HTTPS only where the site is reached by it', async () => {
    for (const path of ['/', '/nothing', api.sendEnquiry, probes.health]) {
      expect((await get(server.url + path)).headers).not.toHaveProperty('strict-transport-security')
      expect((await get(live.url + path)).headers['strict-transport-security']).toBe('max-age=63072000')
    }
  })

  it('promise HTTPS for subdomains where a setting says so', () => {
    const site = { publicUrl: 'https://agency.example', hstsSubdomains: true }
    expect(commonHeaders(site)['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })
})

const documents = readdirSync(builtSite, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map(addressOf)
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
