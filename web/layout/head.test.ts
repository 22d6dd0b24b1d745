import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listedPages, pages } from '#contract/paths.ts'
import { defaultAgency, fillPage } from '#contract/schemas/agency.ts'
import { speculationRules, structuredData } from './head.ts'

const ruleSet = z.object({
  prerender: z.tuple([
    z.object({
      where: z.object({
        and: z.tuple([z.unknown(), z.object({ not: z.object({ href_matches: z.array(z.string()) }) })]),
      }),
    }),
  ]),
})
const never = ruleSet.parse(JSON.parse(speculationRules)).prerender[0].where.and[1].not.href_matches

function isLeft(path: string): boolean {
  return never.some((pattern) =>
    new URLPattern(pattern, 'https://site.example').test(`https://site.example${path}`),
  )
}

test.each([
  ...['/api/docs', '/sandbox', '/sandbox/messages', '/register', '/hi/register'],
  ...['/sign-aggrement/x', '/gu/mandate-failure/x'],
])('%s acts when it is opened, and is never loaded ahead', (path) => expect(isLeft(path)).toBe(true))

test.each(listedPages.filter((path) => path !== pages.register))('%s is rendered ahead', (path) => {
  expect(isLeft(path)).toBe(false)
})

describe('the structured data of the agency', () => {
  const place = { publicUrl: 'https://www.example.in', languages: ['en'] as const }
  const facts = { ...place, year: '2026', sandbox: false }
  const graph = z.object({ '@graph': z.array(z.record(z.string(), z.unknown())) })

  /** Returns the first entity of a page's structured data, as the server sends it. */
  function agencyOn(own: typeof defaultAgency) {
    const block = `<script type="application/ld+json">${structuredData({ title: 'Home', path: pages.home })}</script>`
    const [, json = ''] = /^<script[^>]*>(.*)<\/script>$/s.exec(fillPage(block, own, facts)) ?? []
    return graph.parse(JSON.parse(json))['@graph'][0]
  }

  test('contains what is set', () => {
    const set = {
      ...defaultAgency,
      ...{ phone: '+91 261 400 0000', hours: 'Mo-Sa 10:00-19:00', map: 'https://maps.example/surat' },
      ...{ licence: 'GJ "12" of 2026', gstin: '24AAAAA0000A1Z5', person: 'Meera Desai' },
    }
    expect(agencyOn(set)).toMatchObject({
      '@type': 'EmploymentAgency',
      telephone: set.phone,
      openingHours: set.hours,
      hasMap: set.map,
      taxID: set.gstin,
      identifier: { name: 'Licence', value: set.licence },
      employee: { '@type': 'Person', name: set.person },
    })
  })

  test('omits what is not set', () => {
    const said = Object.keys(agencyOn(defaultAgency) ?? {})
    expect(said).toContain('email')
    for (const one of ['telephone', 'openingHours', 'hasMap', 'taxID', 'identifier', 'employee'])
      expect(said).not.toContain(one)
  })
})
