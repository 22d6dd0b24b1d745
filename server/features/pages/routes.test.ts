import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { api, listedPages, probes, securityText } from '#contract/paths.ts'
import { commonHeaders } from '#server/platform/http/security-headers.ts'
import { get, sendRaw } from '#tests/support/tcp.ts'
import { startTwoSites, textOf } from '#tests/support/two-sites.ts'

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
