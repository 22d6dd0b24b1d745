import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { defaultAgency, testimonial, testimonialsOnly } from '#contract/schemas/agency.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { App } from '#server/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import {
  documentOf,
  isPrivateDocument,
  opensGateway,
  properSpelling,
  scriptPolicies,
} from './document-rules.ts'
import { createSite, readBuild } from './service.ts'

interface Set {
  picture?: string
  testimonials?: string
  production?: boolean
  /** Code of the function that draws the newest vacancies. */
  newest?: string
  log?: object
}

/** Creates a site from the files in a folder, with the agency's settings. */
async function site(folder: string, set: Set) {
  const { picture = '', testimonials, production = false, newest = `''`, log } = set
  const config = {
    ...{ agency: { ...defaultAgency, picture }, testimonials, production, registers: true },
    ...{ languages: ['en', 'gu'], publicUrl: 'https://www.agency.example' },
  } as unknown as App['config']
  const hosts = { script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] }
  const gateway = { hosts: { ...hosts, strict: true, policies: [] } }
  await mkdir(join(folder, '_server'), { recursive: true })
  for (const language of config.languages)
    await writeFile(
      join(folder, `_server/pages-${language}.mjs`),
      `export const renderer = { newest: () => ${newest}, see: () => '' }`,
    )
  const app = { config, gateway, log, clock: systemClock } as unknown as App
  const open: [] = []
  return createSite(app, () => open, await readBuild(folder, config))
}

describe('the testimonials of three people', () => {
  /** Creates the home pages in English and Gujarati, with a place for the testimonials. */
  async function home(folder: string, set: Parameters<typeof site>[1]) {
    const slots = [1, 2, 3]
      .map(testimonial)
      .map(({ name, monogram, text, role }) => `${monogram} ${name}${role}: ${text}`)
    const built = `home ${testimonialsOnly.start}${slots.join(' | ')}${testimonialsOnly.end}`
    await mkdir(join(folder, 'gu'), { recursive: true })
    for (const file of ['404.html', 'index.html', 'gu/index.html']) await writeFile(join(folder, file), built)
    const { find } = await site(folder, set)
    return ['/', '/gu/'].map((address) => String(find(address)?.identity.body))
  }

  it('are samples on a trial site, and absent in production until the agency sets its own', async () => {
    await using place = await temporaryFolder()
    const [english, gujarati] = await home(join(place.path, 'site'), {})
    expect(english).toMatch(/^home AP Anita Patel: /)
    expect(gujarati).toContain('અપ ')
    expect(await home(join(place.path, 'site'), { production: true })).toEqual(['home ', 'home '])
  })

  it('are those of the file in each language, as text', async () => {
    await using place = await temporaryFolder()
    const testimonials = join(place.path, 'said.json')
    const text = { en: 'Good & <quick>', gu: 'સરસ' }
    const said = (name: unknown, role?: unknown) => ({ name, text, role })
    await writeFile(
      testimonials,
      JSON.stringify([
        said('Asha Rao', { en: ' (mill)', gu: ' (મિલ)' }),
        said('Ravi'),
        said({ en: 'X', gu: 'ય' }),
      ]),
    )
    expect(await home(join(place.path, 'site'), { testimonials, production: true })).toEqual([
      'home AR Asha Rao (mill): Good &amp; &lt;quick&gt; | R Ravi: Good &amp; &lt;quick&gt; | X X: Good &amp; &lt;quick&gt;',
      'home AR Asha Rao (મિલ): સરસ | R Ravi: સરસ | ય ય: સરસ',
    ])
  })

  it.each([
    ['no file', undefined, /cannot be read \(ENOENT\)/],
    ['no JSON', '{', /must be a list of 3/],
    ['two alone', '[{"name":"a","text":"b"},{"name":"a","text":"b"}]', /must be a list of 3/],
    ['a language missing', JSON.stringify(Array(3).fill({ name: 'a', text: { en: 'b' } })), /not in “gu”/],
  ])('stop the start with a message: %s', async (_, text, words) => {
    await using place = await temporaryFolder()
    const testimonials = join(place.path, 'said.json')
    if (text !== undefined) await writeFile(testimonials, text)
    await expect(home(join(place.path, 'site'), { testimonials })).rejects.toThrow(words)
  })
})

it('a vacancy that cannot be drawn removes only the list of the newest ones from a page, and is logged once', async () => {
  await using place = await temporaryFolder()
  for (const file of ['404.html', 'index.html'])
    await writeFile(join(place.path, file), 'home: [[page.newest]]')
  const log = { error: vi.fn() }
  const { find } = await site(place.path, { newest: 'null.length', log })
  const pages = [find('/'), find('/')].map((page) => String(page?.identity.body))
  expect(pages).toEqual(['home: ', 'home: '])
  expect(log.error).toHaveBeenCalledOnce()
})

describe('the picture of the person who answers', () => {
  it('is served from its file; a missing file stops the start with a message', async () => {
    await using place = await temporaryFolder()
    const folder = place.path
    await writeFile(join(folder, '404.html'), '<p>nothing</p>')
    const picture = join(folder, '_server.png')
    await writeFile(picture, 'a picture')
    const file = (await site(folder, { picture })).find('/contact-person.png')?.identity
    expect([file?.headers['content-type'], String(file?.body)]).toEqual(['image/png', 'a picture'])
    await expect(site(folder, { picture: join(folder, 'none.png') })).rejects.toThrow(
      /AGENCY_PERSON_PICTURE: .*none\.png/,
    )
  })
})

it.each([
  ['/mandate-failure', undefined],
  ['/mandate-failure/x/y', '/mandate-failure/x/y'],
  ['/staff/enquiries/EN-7K3M9Q', '/staff'],
  ['/staff/', '/staff/'],
  ['/gu/sign-aggrement/Ab12', '/gu/sign-aggrement'],
  ['/fr/sign-aggrement/Ab12', '/fr/sign-aggrement/Ab12'],
])('an address %s has the document %s', (address, document) => expect(documentOf(address)).toBe(document))

it.each([
  ['/gu', '/gu/'],
  ['/HI/', '/hi/'],
  ['/Gu/Mandate-Failure/Ab12/', '/gu/mandate-failure/Ab12'],
  ['/gujarat', '/gujarat'],
  ['/Staff/enquiries/EN-7K3M9Q/', '/staff/enquiries/EN-7K3M9Q'],
  ['/sandbox/Messages', '/sandbox/messages'],
  ['/FR/', '/fr'],
])('an address %s becomes %s', (address, spelt) => expect(properSpelling(address)).toBe(spelt))

it('an address of a record or the desk is not cached, and is protected alike in every language', () => {
  const asked = ['/staff', '/mandate-failure', '/hi/mandate-failure', '/about']
  expect(asked.map(isPrivateDocument)).toEqual([true, true, true, false])
  expect(['/hi/register', '/hi/contact'].map(opensGateway)).toEqual([true, false])
  expect(scriptPolicies('/hi/register')).toEqual(scriptPolicies('/register'))
})
