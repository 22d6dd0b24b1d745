import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  fillSite,
  readBuild,
  documentOf,
  isPrivateDocument,
  opensGateway,
  properSpelling,
  scriptPolicies,
} from './service.ts'

describe('the picture of the person who answers', () => {
  const site = async (folder: string, picture: string) => {
    const agency = { ...defaultAgency, picture }
    const pageData = { publicUrl: 'https://www.agency.example', year: '2026', sandbox: false }
    return fillSite(await readBuild(folder, { agency, languages: ['en'] }), {
      agency,
      pageData: { ...pageData, languages: ['en'] },
      headers: {},
      gatewayHosts: {
        ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
        ...{ strict: true, policies: [] },
      },
    })
  }

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

it.each([
  ['/mandate-failure', undefined],
  ['/mandate-failure/x/y', '/mandate-failure/x/y'],
  ['/staff/enquiries/EN-7K3M9Q', '/staff'],
  ['/staff/', '/staff/'],
  ['/gu/sign-aggrement/Ab12', '/gu/sign-aggrement'],
  ['/fr/sign-aggrement/Ab12', '/fr/sign-aggrement/Ab12'],
])('an address %s is the document %s', (address, document) => expect(documentOf(address)).toBe(document))

it.each([
  ['/gu', '/gu/'],
  ['/HI/', '/hi/'],
  ['/Gu/Mandate-Failure/Ab12/', '/gu/mandate-failure/Ab12'],
  ['/gujarat', '/gujarat'],
  ['/Staff/enquiries/EN-7K3M9Q/', '/staff/enquiries/EN-7K3M9Q'],
  ['/sandbox/Messages', '/sandbox/messages'],
  ['/FR/', '/fr'],
])('an address %s is spelt %s', (address, spelt) => expect(properSpelling(address)).toBe(spelt))

it('an address of a record or the desk is kept from caches, and one in another language is guarded as the English one', () => {
  const asked = ['/staff', '/mandate-failure', '/hi/mandate-failure', '/about']
  expect(asked.map(isPrivateDocument)).toEqual([true, true, true, false])
  expect(['/hi/register', '/hi/contact'].map(opensGateway)).toEqual([true, false])
  expect(scriptPolicies('/hi/register')).toEqual(scriptPolicies('/register'))
})
