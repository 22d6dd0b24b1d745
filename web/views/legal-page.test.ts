import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { legalHeads } from '#contract/messages/en/legal.ts'
import { pages } from '#contract/paths.ts'

/** Returns an English text: its head, and its sections by their headings, without the marks of strong words. */
function textOf(head: keyof typeof legalHeads, file: string) {
  const folder = path.join(import.meta.dirname, '../../contract/messages/en/legal')
  const source = readFileSync(path.join(folder, file), 'utf8').replaceAll('**', '')
  const sections = source.split(/^## /m).slice(1)
  const named = sections.map((section) => {
    const [, heading = '', id = '', body = ''] = /^(.+) \{#(.+)\}\n([^]+)/.exec(section) ?? []
    return { heading, id, body }
  })
  return { ...legalHeads[head], source, sections: named }
}

const privacyPolicy = textOf('privacy', 'privacy.md')
const termsOfUse = textOf('terms', 'terms.md')
const refundPolicy = textOf('refundPolicy', 'refund-policy.md')

describe.each([privacyPolicy, termsOfUse, refundPolicy])('$title', ({ source, sections }) => {
  test('gives every section a unique kebab-case id and more than one line of text', () => {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    for (const { id, heading, body } of sections) {
      expect(id, heading).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(body.length, heading).toBeGreaterThan(200)
    }
  })

  test('names the agency and its addresses by tokens only, and ends with its address', () => {
    expect(source.replaceAll(/\[\[agency\.\w+\]\]/g, '')).not.toMatch(/@|\[\[|\]\]/)
    expect(source).toMatch(/\n\n\[\[agency\.nameStart\]\]\\\n(.+\\\n)+.+\n$/)
  })

  test('links to pages of the site', () => {
    const links = [...source.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href)
    expect(links.filter((href) => !Object.values<string | undefined>(pages).includes(href))).toEqual([])
  })
})

describe('privacy policy', () => {
  test('has the fourteen sections of the specification in order, then those about vacancies and a person’s rights', () => {
    expect(privacyPolicy.sections.map((section) => section.heading)).toEqual([
      ...['Introduction', 'Anyone Under the Age of 18', 'Information We Collect', 'Information You Provide'],
      ...['Automatic Data Collection', 'Third-Party Use of Cookies', 'How We Use Your Information'],
      ...['Disclosure', 'Choices', 'Accessing and Correcting', 'Governing Law', 'Data Security'],
      ...['Changes to the Policy', 'Contact Information'],
      ...['Vacancies, Your Own Page and Reminders', 'Using Your Rights'],
    ])
    // The notices before the forms link to it.
    expect(privacyPolicy.sections.at(-1)?.id).toBe('using-your-rights')
  })
})
