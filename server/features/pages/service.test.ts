import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, afterAll } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  loadSite,
  documentOf,
  isPrivateDocument,
  opensGateway,
  properSpelling,
  scriptPolicies,
} from './service.ts'
import { addressIn, languageCodes, languages } from '#contract/messages/languages.ts'
import { listedPages } from '#contract/paths.ts'
import { everyLanguage, startServer } from '#tests/support/server.ts'
import { get } from '#tests/support/tcp.ts'
import { textOf } from '#tests/support/two-sites.ts'

describe('the picture of the person who answers', () => {
  const site = (folder: string, picture: string) =>
    loadSite({
      folder,
      agency: { ...defaultAgency, picture },
      pageData: { publicUrl: 'https://www.agency.example', year: '2026', sandbox: false, languages: ['en'] },
      headers: {},
      gatewayHosts: {
        ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
        ...{ strict: true, policies: [] },
      },
      effort: 'quick',
    })

  it('is served from its file; a file that is not there ends the start in words', async () => {
    await using place = await temporaryFolder()
    const folder = place.path
    await writeFile(join(folder, '404.html'), '<p>nothing</p>')
    const picture = join(folder, '_server.png')
    await writeFile(picture, 'a picture')
    const file = (await site(folder, picture)).find('/contact-person.png')?.identity
    expect([file?.headers['content-type'], String(file?.body)]).toEqual(['image/png', 'a picture'])
    await expect(site(folder, join(folder, 'none.png'))).rejects.toThrow(/AGENCY_PERSON_PICTURE: .*none\.png/)
  })
})

describe('a page that carries the id of a record', () => {
  it('is one document for any id, and none without', () => {
    expect(documentOf('/sign-aggrement/AbC_-1')).toBe('/sign-aggrement')
    expect(documentOf('/mandate-failure/x')).toBe('/mandate-failure')
    expect(documentOf('/mandate-failure')).toBeUndefined()
    expect(documentOf('/mandate-failure/x/y')).toBe('/mandate-failure/x/y')
    expect(documentOf('/about')).toBe('/about')
  })

  it.each(['/staff', '/staff/enrol', '/staff/enquiries/EN-7K3M9Q'])(
    '%s is the desk’s one document',
    (path) => {
      expect(documentOf(path)).toBe('/staff')
      expect(documentOf(`${path}/`)).not.toBe('/staff')
    },
  )

  it('is kept from caches, as the desk is, and a public page is not', () => {
    expect(['/staff', '/mandate-failure', '/about'].map(isPrivateDocument)).toEqual([true, true, false])
  })
})

describe('a page in another language', () => {
  it.each([
    ['/gu/', '/gu/'],
    ['/gu/contact', '/gu/contact'],
    ['/gu/sign-aggrement/Ab12', '/gu/sign-aggrement'],
    ['/gu/sign-aggrement', undefined],
    ['/gu/gu/register', '/gu/gu/register'],
    ['/fr/sign-aggrement/Ab12', '/fr/sign-aggrement/Ab12'],
  ])('%s is the document %s', (address, document) => expect(documentOf(address)).toBe(document))

  it.each([
    ['/gu', '/gu/'],
    ['/HI/', '/hi/'],
    ['/GU/Register/', '/gu/register'],
    ['/Gu/Mandate-Failure/Ab12/', '/gu/mandate-failure/Ab12'],
    ['/gujarat', '/gujarat'],
    ['//', '/'],
    ['/Staff/enquiries/EN-7K3M9Q/', '/staff/enquiries/EN-7K3M9Q'],
    ['/sandbox/Messages', '/sandbox/messages'],
    ['/FR/', '/fr'],
  ])('%s is spelt %s', (address, spelt) => expect(properSpelling(address)).toBe(spelt))

  it('is guarded as the English one: its record is private, and its policy lets it do the same', () => {
    expect(isPrivateDocument('/hi/mandate-failure')).toBe(true)
    expect(opensGateway('/hi/register')).toBe(true)
    expect(opensGateway('/hi/contact')).toBe(false)
    expect(scriptPolicies('/hi/register')).toEqual(scriptPolicies('/register'))
  })
})

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
