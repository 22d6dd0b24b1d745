import { afterAll, describe, expect, it, vi } from 'vitest'
import { api, listedPages, pages, sandbox } from '#contract/paths.ts'
import { eventually } from '#tests/support/eventually.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { get } from '#tests/support/tcp.ts'
import { hostileName, startTwoSites, textOf } from '#tests/support/two-sites.ts'

const { server, live, stop } = await startTwoSites()
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
