import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { legalHeads } from '#contract/messages/en/legal.ts'
import { pages } from '#contract/paths.ts'
import { agency, defaultAgency, fillPage } from '#contract/schemas/agency.ts'

/** An English text: its head, and its sections by their headings, without the marks of strong words. */
function textOf(head: keyof typeof legalHeads, file: string) {
  const folder = path.join(import.meta.dirname, '../../contract/messages/en/legal')
  const source = readFileSync(path.join(folder, file), 'utf8').replaceAll('**', '')
  const sections = source.split(/^## /m).slice(1)
  const named = sections.map(
    (section) => /^(?<heading>.+) \{#(?<id>.+)\}\n(?<body>[^]+)/.exec(section)?.groups,
  )
  return {
    ...legalHeads[head],
    source,
    sections: named.map((one) => ({ heading: '', id: '', body: '', ...one })),
  }
}

const privacyPolicy = textOf('privacy', 'privacy.md')
const termsOfUse = textOf('terms', 'terms.md')
const refundPolicy = textOf('refundPolicy', 'refund-policy.md')

function sectionText({ title, sections }: ReturnType<typeof textOf>, heading: string): string {
  const section = sections.find((candidate) => candidate.heading === heading)
  if (!section) throw new Error(`${title} has no section «${heading}»`)
  return section.body
}

describe.each([privacyPolicy, termsOfUse, refundPolicy])('$title', ({ description, source, sections }) => {
  test('has a description of 120 to 155 characters with the default name', () => {
    const facts = { publicUrl: '', year: '2025', sandbox: false, languages: ['en'] as const }
    const { length } = fillPage(description, defaultAgency, facts)
    expect(length).toBeGreaterThanOrEqual(120)
    expect(length).toBeLessThanOrEqual(155)
  })

  test('gives every section a unique kebab-case id, and writes it out in more than a line', () => {
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
  test('has the fourteen sections of the specification, in its order, and then how to use one’s rights', () => {
    expect(privacyPolicy.sections.map((section) => section.heading)).toEqual([
      'Introduction',
      'Anyone Under the Age of 18',
      'Information We Collect',
      'Information You Provide',
      'Automatic Data Collection',
      'Third-Party Use of Cookies',
      'How We Use Your Information',
      'Disclosure',
      'Choices',
      'Accessing and Correcting',
      'Governing Law',
      'Data Security',
      'Changes to the Policy',
      'Contact Information',
      'Using Your Rights',
    ])
    // The notices before the forms lead there.
    expect(privacyPolicy.sections.at(-1)?.id).toBe('using-your-rights')
  })

  test.each([
    ['Anyone Under the Age of 18', /not for anyone under the age of 18/],
    ['Information We Collect', /full Aadhaar number .* is not stored/],
    ['Automatic Data Collection', /content pages.* set no cookie/],
    ['Automatic Data Collection', /one strictly necessary session cookie/],
    ['Automatic Data Collection', /Flash cookies .*We do not use them/],
    ['Automatic Data Collection', /Web beacons .*We do not use them/],
    [
      'Disclosure',
      /Identity verification provider: .*\n.*SMS provider: .*\n.*Payment gateway.*\n.*Mail provider/,
    ],
    ['Choices', /Opting out.*privacyEmail/],
    ['Governing Law', /laws of India.*courts at Surat, Gujarat/],
    ['Data Security', /encrypted \(AES-256-GCM\) before they are stored/],
    ['Using Your Rights', /Write to .*privacyEmail[^]*at the latest 90 days/],
    ['Using Your Rights', /Access\. [^]*Correction\. [^]*Erasure\. [^]*Withdrawal\. [^]*Nomination\. /],
    ['Using Your Rights', /grievance officer[^]*complain to the Data Protection Board of India/],
  ])('says under %s what is true of this website: %s', (heading, fact) => {
    expect(sectionText(privacyPolicy, heading)).toMatch(fact)
  })

  test('gives the postal address and the general e-mail address', () => {
    const contact = sectionText(privacyPolicy, 'Contact Information')
    for (const token of [agency.street, agency.city, agency.state, agency.pincode, agency.email])
      expect(contact).toContain(token)
  })
})

describe('terms of use', () => {
  test.each([
    ['Who the Website Is For', /users who are 25 years of age or older/],
    ['Who the Website Is For', /persons located in the United States/],
    ['Limitation on Time to File Claims', /within one year after the cause of action arises/],
    ['Governing Law and Jurisdiction', /courts of Surat, India/],
  ])('says under %s: %s', (heading, fact) => {
    expect(sectionText(termsOfUse, heading)).toMatch(fact)
  })
})

describe('refund policy', () => {
  test.each([
    ['Non-Refundable Payments', /non-refundable, unless the law requires .* or this policy provides/],
    ['Our 90-Day Placement Commitment', /90 days run from the effective date of your agreement/],
    ['How to Request a Refund', /in writing, within 10 days after the 90 days end/],
    ['What You Receive', /service fee in full.*original payment method within 5 to 7 business days/],
    ['What You Receive', /sole remedy/],
    ['When No Refund Is Given', /interview was arranged.*even if you refuse it/],
    ['When No Refund Is Given', /offer was arranged.*even if you refuse it/],
    ['When No Refund Is Given', /no partial or pro-rated refunds/],
    ['Refunds at Our Discretion', /only at our discretion[^]*Error[^]*Fraud[^]*Non-performance/],
    [
      'Chargebacks and Payment Disputes',
      /without first contacting support may lead to suspension.*legal action/,
    ],
    ['Documentation', /may require documentation of your interview participation/],
    ['Contact Information', /supportEmail/],
  ])('says under %s: %s', (heading, fact) => {
    expect(sectionText(refundPolicy, heading)).toMatch(fact)
  })
})
