import { afterAll, describe, expect, it } from 'vitest'
import { addressIn, languageCodes, languages } from '#contract/messages/languages.ts'
import { listedPages } from '#contract/paths.ts'
import { everyLanguage, startServer } from '#tests/support/server.ts'
import { get } from '#tests/support/tcp.ts'
import { textOf } from '#tests/support/two-sites.ts'

const settings = { PUBLIC_URL: 'https://www.agency.example' }
const all = await startServer({ settings: { ...settings, ...everyLanguage } })
const gujarati = await startServer({ settings: { ...settings, LANGUAGES: 'en,gu' } })
const english = await startServer({ settings: { ...settings, LANGUAGES: 'en' } })
afterAll(async () => {
  for (const server of [all, gujarati, english]) await server.stop()
})

/** The addresses that a text names, by the language that it names them for. */
function alternatesIn(text: string): Record<string, string> {
  const links = text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)
  return Object.fromEntries([...links].map(([, tag, href]) => [tag, href]))
}

describe.each(languageCodes)('a document in %s', (language) => {
  const { tag } = languages[language]

  it.each(listedPages)('of %s names its language, its own address and the others', async (path) => {
    const { status, headers, body } = await get(all.url + addressIn(language, path))
    const html = body.toString()
    expect([status, headers['content-language']]).toEqual([200, tag])
    expect(html).toContain(`<html lang="${tag}"`)
    expect(html).toContain(`<meta property="og:locale" content="${tag.replace('-', '_')}"`)
    const own = `https://www.agency.example${addressIn(language, path)}`
    expect(html).toContain(`<link rel="canonical" href="${own}"`)
    expect(alternatesIn(html)).toEqual({
      'en-IN': `https://www.agency.example${path}`,
      'hi-IN': `https://www.agency.example/hi${path}`,
      'gu-IN': `https://www.agency.example/gu${path}`,
      'x-default': `https://www.agency.example${path}`,
    })
  })

  it.each(['/nothing', '/about/nothing', '/404'])('says of %s that it is not there', async (path) => {
    const { status, headers, body } = await get(all.url + addressIn(language, path))
    expect([status, headers['content-language']]).toEqual([404, tag])
    expect(body.toString()).toContain(`<html lang="${tag}"`)
  })
})

describe('an address in a language', () => {
  it.each([
    ['/fr/about', 'en-IN'],
    ['/en/about', 'en-IN'],
    ['/gu/gu/register', 'gu-IN'],
    ['/hi/staff', 'hi-IN'],
    ['/hi/sandbox', 'hi-IN'],
    ['/hi/api/v1/nothing', 'hi-IN'],
    ['/gu/sign-aggrement', 'gu-IN'],
    ['/gu/../staff.html', 'en-IN'],
  ])('%s has nothing, and says so in %s', async (path, tag) => {
    const { status, headers } = await get(all.url + path)
    expect([status, headers['content-language']]).toEqual([404, tag])
  })

  it('is not chosen by what the browser asks for, however long that is', async () => {
    for (const asked of ['gu', 'hi-IN,hi;q=0.9', `gu,${'x'.repeat(7000)}`]) {
      const { status, headers, body } = await get(`${all.url}/about`, { 'accept-language': asked })
      expect([status, headers['content-language'], headers['set-cookie']]).toEqual([200, 'en-IN', undefined])
      expect(headers['vary']).not.toMatch(/language/)
      expect(body.toString()).toContain('<html lang="en-IN"')
    }
  })
})

describe('a language that LANGUAGES does not name', () => {
  it('has no documents', async () => {
    for (const path of ['/hi/', '/hi', '/hi/register', '/hi/sign-aggrement/AbC']) {
      const { status, headers } = await get(gujarati.url + path)
      expect([path, status, headers['content-language']]).toEqual([path, 404, 'en-IN'])
    }
    expect((await get(`${gujarati.url}/gu/register`)).status).toBe(200)
    expect((await get(`${english.url}/gu/register`)).status).toBe(404)
  })

  it('is named by no other document, nor by the sitemap', async () => {
    for (const path of ['/about', '/gu/about', '/gu/register', '/sitemap.xml', '/404']) {
      const text = await textOf(path, gujarati)
      expect(text).not.toMatch(/hreflang="?hi|हिन्दी|<loc>[^<]*\/hi\//i)
      expect(text).toMatch(/gu-IN/)
    }
  })

  it('leaves nothing of the switch where no other is named', async () => {
    for (const path of ['/', '/register', '/404']) {
      expect(await textOf(path, english)).not.toMatch(/data-switch=|hreflang/i)
    }
    expect(alternatesIn(await textOf('/sitemap.xml', english))).toEqual({})
  })
})

describe('the sitemap', () => {
  it('lists every page in every language that is served, each with all its addresses', async () => {
    const sitemap = await textOf('/sitemap.xml', gujarati)
    expect(sitemap).not.toMatch(/\[\[/)
    const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)]
    const wanted = (['en', 'gu'] as const).flatMap((language) =>
      listedPages.map((path) => ({ path, own: addressIn(language, path) })),
    )
    expect(entries.map(([, address, links = '']) => [address, alternatesIn(links)])).toEqual(
      wanted.map(({ path, own }) => [
        `https://www.agency.example${own}`,
        {
          'en-IN': `https://www.agency.example${path}`,
          'gu-IN': `https://www.agency.example/gu${path}`,
          'x-default': `https://www.agency.example${path}`,
        },
      ]),
    )
  })
})
