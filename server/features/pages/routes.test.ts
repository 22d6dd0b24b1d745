import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIn, languageCodes, languages } from '#contract/messages/languages.ts'
import { api, listedPages, probes, securityText, pages, sandbox } from '#contract/paths.ts'
import type { PublicVacancy } from '#contract/schemas/jobs.ts'
import { commonHeaders } from '#server/platform/http/security-headers.ts'
import { builtSite, everyLanguage, movingClock, startServer } from '#tests/support/server.ts'
import { get, sendRaw } from '#tests/support/tcp.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { addressOf, documentOf } from './document-rules.ts'
import { createSite, readBuild } from './service.ts'

/** A name that every kind of text has to escape. */
const hostileName = `A&B "<x>" '$&`
const site = 'http://www.agency.example'
const secureSite = 'https://www.agency.example'
const ofAgency = { PUBLIC_URL: site, AGENCY_NAME: hostileName }

/** One server with simulators in every language, one in two languages, and one in production in English only. */
const server = await startServer({ settings: { ...ofAgency, ...everyLanguage } })
const gujarati = await startServer({ settings: { ...ofAgency, LANGUAGES: 'en,gu' } })
const live = await startServer({
  settings: { PUBLIC_URL: secureSite, ...liveProviders, SECURITY_CONTACT: 'security@agency.example' },
})
afterAll(async () => {
  for (const one of [server, gujarati, live]) await one.stop()
})

async function textOf(path: string, from: { url: string }): Promise<string> {
  return (await get(from.url + path)).body.toString()
}

/** Returns the alternate addresses in a text, by language. */
function alternatesIn(text: string): Record<string, string> {
  const links = text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)
  return Object.fromEntries([...links].map(([, tag, href]) => [tag, href]))
}

describe.each(languageCodes)('a page in %s', (language) => {
  const { tag } = languages[language]

  it.each(listedPages)('%s names its language, its own address and the others', async (path) => {
    const { status, headers, body } = await get(server.url + addressIn(language, path))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'content-type': 'text/html; charset=utf-8', 'content-language': tag },
      ...{ 'cache-control': 'no-cache', 'content-length': String(body.length) },
    })
    const html = body.toString()
    expect(html).toMatch(new RegExp(`<html lang="${tag}"[^]*<title>[^<]+</title>`))
    expect(html).toMatch(/<meta name="description" content="[^"]+"/)
    expect(html).toContain(`<meta property="og:locale" content="${tag.replace('-', '_')}"`)
    expect(html).toContain(`<link rel="canonical" href="${site}${addressIn(language, path)}"`)
    const [english, hi, gu] = [path, `/hi${path}`, `/gu${path}`].map((one) => site + one)
    expect(alternatesIn(html)).toEqual({ 'en-IN': english, 'hi-IN': hi, 'gu-IN': gu, 'x-default': english })
  })
})

describe('a page', () => {
  it.each([
    ['br, gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.2, br;q=0.1', 'gzip'],
    ['gzip;q=1.0, identity;q=0.5, *;q=0', 'gzip'],
    ['*', undefined],
    [undefined, undefined],
    [',,;q=;=', undefined],
  ])('requested with %j is sent as %s and is the same page', async (accepted, encoding) => {
    const plain = await get(`${server.url}/about`)
    const got = await get(`${server.url}/about`, accepted ? { 'accept-encoding': accepted } : {})
    expect([got.headers['content-encoding'], got.headers['vary']]).toEqual([encoding, 'accept-encoding'])
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body)
    expect(open(got.body)).toEqual(plain.body)
  })

  it.each(['br', 'gzip', 'identity'])('is not sent again to a browser that has it: %s', async (form) => {
    const ask = (more = {}) => get(`${server.url}/`, { 'accept-encoding': form, ...more })
    const { etag: tag = '' } = (await ask()).headers
    expect(tag).toContain(form)
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, body, headers } = await ask({ 'if-none-match': held })
      expect([held, status, body.length]).toEqual([held, 304, 0])
      expect(headers).toMatchObject({ etag: tag, 'cache-control': 'no-cache' })
    }
    for (const held of ['"other"', tag.replaceAll('"', ''), `"x${tag.slice(1)}`])
      expect([held, (await ask({ 'if-none-match': held })).status]).toEqual([held, 200])
  })

  it('answers HEAD as GET, without the page', async () => {
    const [whole, head] = await Promise.all([get(`${server.url}/`), get(`${server.url}/`, {}, 'HEAD')])
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' })
  })

  it('has one address, and redirects nobody to another site', async () => {
    const spelt = { '/About/?from=mail&x=%2F': '/about?from=mail&x=%2F', '//': '/' }
    for (const [path, proper] of Object.entries(spelt)) {
      const { status, headers } = await get(server.url + path)
      expect([status, headers.location]).toEqual([308, proper])
    }
    for (const path of ['//evil.example/about', '/\\evil.example/', '/about%0d%0aSet-Cookie:x=1']) {
      const answer = await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer, path).not.toMatch(/^(HTTP\/1.1 (30\d|200)|location:|set-cookie:)/im)
    }
  })

  it('is not in the language that the browser asks for, whatever it sends', async () => {
    for (const asked of ['gu', 'hi-IN,hi;q=0.9', `gu,${'x'.repeat(7000)}`]) {
      const { status, headers, body } = await get(`${server.url}/about`, { 'accept-language': asked })
      expect([status, headers['content-language'], headers['set-cookie']]).toEqual([200, 'en-IN', undefined])
      expect(headers['vary']).not.toMatch(/language/)
      expect(body.toString()).toContain('<html lang="en-IN"')
    }
  })
})

const english = ['/nothing', '/about.html', '/index.html', '/404', '/about/nothing', '/__proto__']
const elsewhere = ['/fr/about', '/en/about', '/mandate-failure', '/gu/../staff.html', '/_astro/']
const hindi = ['/hi/nothing', '/hi/404', '/hi/staff', '/hi/sandbox', '/hi/api/v1/nothing']
it.each([
  ...[...english, ...elsewhere].map((path) => ['en-IN', path]),
  ...hindi.map((path) => ['hi-IN', path]),
  ...['/gu/about/nothing', '/gu/gu/register', '/gu/sign-aggrement'].map((path) => ['gu-IN', path]),
])('an address without a page says so in %s and links to the home page: %s', async (tag = '', path = '') => {
  const { status, headers, body } = await get(server.url + path)
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(headers['content-language']).toBe(tag)
  const home = tag === 'en-IN' ? '/' : `/${tag.slice(0, 2)}/`
  expect(body.toString()).toMatch(new RegExp(`<html lang="${tag}"[^]*<main[^]*href="${home}"`))
})

it('a language that LANGUAGES does not name has no documents', async () => {
  for (const path of ['/hi/', '/hi', '/hi/register', '/hi/sign-aggrement/AbC']) {
    const { status, headers } = await get(gujarati.url + path)
    expect([path, status, headers['content-language']]).toEqual([path, 404, 'en-IN'])
  }
  expect((await get(`${gujarati.url}/gu/register`)).status).toBe(200)
  expect((await get(`${live.url}/gu/register`)).status).toBe(404)
})

it('a language that LANGUAGES does not name occurs in no other document and not in the sitemap, and a single language has no switch', async () => {
  for (const path of ['/about', '/gu/about', '/gu/register', '/sitemap.xml', '/404']) {
    const text = await textOf(path, gujarati)
    expect(text).not.toMatch(/hreflang="?hi|हिन्दी|<loc>[^<]*\/hi\//i)
    expect(text).toMatch(/gu-IN/)
  }
  for (const path of ['/', '/register', '/404', '/sitemap.xml'])
    expect(await textOf(path, live)).not.toMatch(/data-switch=|hreflang/i)
})

it('a file with its content’s hash in its name may be cached for ever', async () => {
  const [script] = /\/_astro\/[\w.-]+\.js/.exec(await textOf('/contact', server)) ?? []
  const { status, headers } = await get(server.url + script, { 'accept-encoding': 'br' })
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const type = { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' }
  expect(headers).toMatchObject(type)
})

it.each([
  ['/robots.txt', /^text\/plain/],
  ['/sitemap.xml', /xml/],
  ['/favicon.svg', /^image\/svg\+xml/],
  ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/],
  ['/share.jpg', /^image\/jpeg$/],
])('a file %s has its content type and is revalidated each time', async (path, type) => {
  const { status, headers } = await get(server.url + path)
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(type)
})

it('the security contact is served as RFC 9116 requires, valid for less than a year, if it is set', async () => {
  expect((await get(server.url + securityText)).status).toBe(404)
  const { status, headers, body } = await get(live.url + securityText)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const [contact, expires = '', ...more] = body.toString().split('\n')
  expect(contact).toBe('Contact: mailto:security@agency.example')
  expect(more).toEqual(['Preferred-Languages: en', `Canonical: ${secureSite}${securityText}`, ''])
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000
  expect([days > 30, days < 365]).toEqual([true, true])
})

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self), usb=()',
}

it.each([
  ...['/', '/nothing', '/share.jpg', '/api/x', '/About', '/%zz'],
  ...[api.sendEnquiry, api.docs, probes.health],
])('the headers that protect a visitor are on %s', async (path) => {
  const { headers } = await get(server.url + path)
  expect(headers).toMatchObject(common)
  expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
  for (const name of ['set-cookie', 'x-powered-by', 'server']) expect(headers).not.toHaveProperty(name)
})

it('the headers that protect a visitor promise HTTPS only if the site is served by it, and for subdomains only if a setting says so', async () => {
  for (const path of ['/', '/nothing', api.sendEnquiry, probes.health]) {
    expect((await get(server.url + path)).headers).not.toHaveProperty('strict-transport-security')
    expect((await get(live.url + path)).headers['strict-transport-security']).toBe('max-age=63072000')
  }
  const headers = commonHeaders({ publicUrl: secureSite, hstsSubdomains: true })
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})

const documents = readdirSync(builtSite, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map(addressOf)

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
    // The document of a record's page is served for any id.
    const isOfRecord = documentOf(path) === undefined
    const { status, headers, body } = await get(server.url + path + (isOfRecord ? '/AbC-1_x' : ''))
    expect(status).toBe(path.endsWith('/404') ? 404 : 200)
    html = body.toString('utf8')
    const rules = String(headers['content-security-policy']).split('; ')
    policy = new Map(rules.map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)]))
  })

  it('has a policy that allows its own inline parts and nothing else', () => {
    const [none, self] = [["'none'"], ["'self'"]]
    expect(Object.fromEntries(policy)).toMatchObject({
      ...{ 'default-src': none, 'frame-ancestors': none, 'base-uri': none, 'object-src': none },
      ...{ 'form-action': self, 'require-trusted-types-for': ["'script'"] },
    })
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
    // The desk's document does not contain the name.
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
  ])('%s is the same for any id, and not cached or listed', async (folder, referrer) => {
    const { status, headers } = await get(server.url + folder + id)
    const kept = { 'cache-control': 'no-store', 'referrer-policy': referrer, 'x-robots-tag': 'noindex' }
    expect([status, headers]).toMatchObject([200, kept])
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
      const isForeign = (source: string) => /^https?:/.test(source)
      const foreign = rules.map(([name, ...sources]) => [name, ...sources.filter(isForeign)])
      expect(foreign.filter(({ length }) => length > 1).map((rule) => rule.join(' '))).toEqual(expected)
      const { headers } = await get(live.url + path)
      const opener = { 'cross-origin-opener-policy': 'unsafe-none' }
      expect(headers).toMatchObject({ ...opener, 'referrer-policy': 'strict-origin-when-cross-origin' })
    }
    for (const path of ['/', '/career', `/sign-aggrement/${id}`]) {
      expect(await policyOf(path, live)).not.toContain(gateway)
      expect((await get(live.url + path)).headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })

  it('turn text into the addresses of scripts only through their own policies', async () => {
    expect(await policyOf('/register')).toContain('trusted-types gateway agreement-viewer sandbox-gateway')
    expect(await policyOf('/register', live)).not.toContain('sandbox-gateway')
    expect(await policyOf(`/mandate-failure/${id}`)).toMatch(/trusted-types gateway sandbox-gateway($|;)/)
    expect(await policyOf(`/sign-aggrement/${id}`)).toMatch(/trusted-types agreement-viewer($|;)/)
    expect(await policyOf('/')).toContain("trusted-types 'none'")
  })
})

it('robots.txt allows programs, and names the sitemap by the site’s own address', async () => {
  const robots = await textOf('/robots.txt', live)
  expect(robots).toContain(`\nSitemap: ${secureSite}/sitemap.xml\n`)
  expect(robots).toMatch(/^User-agent: \*$/m)
  expect(robots).not.toMatch(/^Disallow: \/$/m)
})

it('the sitemap lists every page in every served language, each with all its addresses', async () => {
  const sitemap = await textOf('/sitemap.xml', gujarati)
  expect(sitemap).not.toMatch(/\[\[/)
  const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)]
  const wanted = (['en', 'gu'] as const).flatMap((language) =>
    listedPages.map((path) => {
      const [english, gu] = [site + path, `${site}/gu${path}`]
      const all = { 'en-IN': english, 'gu-IN': gu, 'x-default': english }
      return [site + addressIn(language, path), all]
    }),
  )
  expect(entries.map(([, address, links = '']) => [address, alternatesIn(links)])).toEqual(wanted)
})

it('the year in the footer changes when it begins in India, without a restart', async () => {
  const clock = movingClock(Date.parse('2026-12-31T18:00:00Z'))
  const site = await createSite({ ...live.deps, clock }, () => [])
  const year = () => /©.{0,20}(20\d\d)/.exec(String(site.find('/')?.identity.body))?.[1]
  expect(year()).toBe('2026')
  clock.advance(3_600_000)
  expect(year()).toBe('2027')
})

it('a new build beside a running process changes none of its pages, scripts or renderers', async () => {
  await using place = await temporaryFolder()
  const build = async (version: string) => {
    await rm(join(place.path, 'dist'), { recursive: true, force: true })
    for (const folder of ['_astro', '_server'])
      await mkdir(join(place.path, 'dist', folder), { recursive: true })
    const write = (name: string, text: string) => writeFile(join(place.path, 'dist', name), text)
    const page = `<script src="/_astro/form.${version}.js"></script>[[page.newest]]`
    for (const name of ['404.html', 'index.html']) await write(name, page)
    await write(`_astro/form.${version}.js`, version)
    const newest = `([vacancy]) => vacancy ? vacancy.title + ' by the ${version}' : ''`
    await write('_server/pages-en.mjs', `export const renderer = { newest: ${newest}, see: () => '' }`)
  }
  await build('old')
  let open: PublicVacancy[] = []
  const { deps } = live
  const site = await createSite(deps, () => open, await readBuild(join(place.path, 'dist'), deps.config))
  const shown = (address: string) => site.find(address)?.identity.body.toString()
  expect(shown('/')).toBe('<script src="/_astro/form.old.js"></script>')
  await build('new')
  open = [{ title: 'Weaver', sector: 'finance' } as PublicVacancy]
  expect(shown('/')).toBe('<script src="/_astro/form.old.js"></script>Weaver by the old')
  expect(shown('/_astro/form.old.js')).toBe('old')
  expect(shown('/_astro/form.new.js')).toBeUndefined()
})

it('the sandbox has its listeners and its banner while a provider is set to it', async () => {
  expect((await get(server.url + sandbox.messages)).status).toBe(200)
  expect((await get(server.url + pages.sandbox)).status).toBe(200)
  expect(await textOf('/', server)).toContain('aria-label="Sandbox"')
})

it('the sandbox cannot be found otherwise', async () => {
  const addresses = [pages.sandbox, `${pages.sandbox}/`, '/SANDBOX', sandbox.messages]
  for (const path of [...addresses, `${sandbox.messages}?to=a`])
    expect([path, (await get(live.url + path)).status]).toEqual([path, 404])
  for (const path of listedPages) {
    const html = await textOf(path, live)
    expect(html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')).not.toMatch(/sandbox/i)
  }
  expect(await textOf(api.openapi, live)).not.toMatch(/sandbox/i)
})
