import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { languages } from '#contract/messages/languages.ts'
import { api, listedPages, probes } from '#contract/paths.ts'
import { hasNginx, siteName } from '#tests/support/deploy/nginx-server.ts'
import { openLine, sharedSite, type Visit } from '#tests/support/deploy/visit.ts'
import { builtSite } from '#tests/support/server.ts'

const encodings = ['br', 'gzip', 'identity'] as const
const opened = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
const endings = { br: '.br', gzip: '.gz', identity: '' }
const assets = readdirSync(join(builtSite, '_astro')).filter((name) => !/\.(br|gz)$/.test(name))

describe.runIf(hasNginx)('the site behind nginx', () => {
  const site = sharedSite()

  /** Returns what the server itself sends, without the headers of its connection. */
  async function direct(path: string, encoding: string): Promise<Pick<Visit, 'status' | 'headers'>> {
    const response = await fetch(site.server.url + path, { headers: { 'accept-encoding': encoding } })
    await response.arrayBuffer()
    return { status: response.status, headers: comparable(Object.fromEntries(response.headers)) }
  }

  /** Removes what differs between any two servers: name, time and versions of files. */
  function comparable(headers: Record<string, string>): Record<string, string> {
    const own = ['date', 'server', 'connection', 'keep-alive', 'etag', 'last-modified', 'accept-ranges']
    const kept = Object.entries(headers).filter(([name]) => !own.includes(name))
    return Object.fromEntries(kept.map(([name, value]) => [name, value.toLowerCase()]))
  }

  /** One of the encodings in turn, so that each file is requested in one of three. */
  const encodingAt = (at: number) => encodings[at % encodings.length] ?? 'identity'

  /** Returns nginx's answer in that encoding, which must equal the server's except for its body. */
  async function asTheServer(path: string, encoding: (typeof encodings)[number]): Promise<Visit> {
    const visit = await site.browser.visit(path, { headers: { 'accept-encoding': encoding } })
    const { status, headers } = visit
    expect({ path, status, headers: comparable(headers) }).toEqual({
      path,
      ...(await direct(path, encoding)),
    })
    return visit
  }

  it('returns every page as the server does, over HTTP/2, compressed or not', async () => {
    for (const [at, path] of listedPages.entries()) {
      const encoding = encodingAt(at)
      const { headers, body } = await asTheServer(path, encoding)
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      const page = await (await fetch(site.server.url + path)).text()
      expect(opened[encoding](body).toString() === page, path).toBe(true)
    }
  })

  it('returns the files of the build, byte for byte', async () => {
    for (const [at, asset] of assets.entries()) {
      const { headers, body } = await asTheServer(`/_astro/${asset}`, encodingAt(at))
      const coded = headers['content-encoding'] as keyof typeof endings | undefined
      const file = join(builtSite, '_astro', asset) + endings[coded ?? 'identity']
      expect(body.equals(readFileSync(file)), asset).toBe(true)
    }
  })

  it('reads the files from the disk, not from a process', async () => {
    const some = assets.slice(0, 5)
    for (const asset of some) await site.browser.visit(`/_astro/${asset}`)
    const linesOf = (asset: string) => {
      const lines = site.nginx.read('agency-access.log').split('\n')
      return lines.filter((line) => line.includes(`"path":"/_astro/${asset}"`))
    }
    for (const asset of some) {
      await expect.poll(() => linesOf(asset)).not.toEqual([])
      expect(linesOf(asset).filter((line) => !line.includes('"process":""'))).toEqual([])
    }
  })

  it('answers that a file has not changed', async () => {
    const path = `/_astro/${assets[0]}`
    const { headers } = await site.browser.visit(path)
    const again = await site.browser.visit(path, { headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([
      304,
      0,
      'public, max-age=31536000, immutable',
    ])
  })

  it('asks a process for a file that this build lacks, and returns its page for unknown addresses', async () => {
    const { status, headers, body } = await site.browser.visit('/_astro/older.js')
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body.toString()).toContain('<title>')
  })

  it('compresses nothing itself', async () => {
    const answer = await site.browser.visit('/api/openapi.json', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('shows the probes and never the metrics', async () => {
    expect((await site.browser.visit(probes.ready)).status).toBe(200)
    expect((await site.browser.visit(probes.metrics)).status).toBe(404)
  })

  it('redirects from http to https, with path and query, whatever host is named', async () => {
    for (const host of [siteName, 'attacker.example']) {
      const answer = await fetch(`http://127.0.0.1:${site.nginx.ports.http}/contact?a=b`, {
        redirect: 'manual',
        headers: { host },
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([
        308,
        `https://${siteName}/contact?a=b`,
      ])
    }
  })

  it('redirects no call from http to https, and answers it in words', async () => {
    const answer = await fetch(`http://127.0.0.1:${site.nginx.ports.http}${api.sendEnquiry}`, {
      method: 'POST',
    })
    expect([answer.status, answer.headers.get('content-language'), await answer.json()]).toEqual([
      404,
      languages.en.tag,
      { message: errorMessages.notFound, code: 'not_found' },
    ])
  })

  it('serves the proof for a certificate over http', async () => {
    const answer = await fetch(`http://127.0.0.1:${site.nginx.ports.http}/.well-known/acme-challenge/token`)
    expect(await answer.text()).toBe('proof')
  })

  it('accepts only TLS 1.2 and 1.3, and shows no certificate for another name', async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const line = await openLine(site.nginx, { minVersion: version, maxVersion: version })
      expect(line.getProtocol()).toBe(version)
      line.destroy()
    }
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(openLine(site.nginx, old)).rejects.toThrow(/alert protocol version/)
    const another = openLine(site.nginx, { servername: 'attacker.example' })
    await expect(another).rejects.toThrow(/unrecognized name/)
  })
})

describe.runIf(hasNginx)('a site that is stopping, behind nginx', () => {
  const site = sharedSite()

  it('still gets requests while none of its processes is ready', async () => {
    site.server.deps.beginStop()
    const watched = `http://127.0.0.1:${site.nginx.ports.watch}${probes.ready}`
    for (let count = 0; count < 3; count += 1) expect((await fetch(watched)).ok).toBe(false)
    expect((await site.browser.visit('/contact')).status).toBe(200)
  })
})
