import { describe, expect, test } from 'vitest'
import { pages } from '#contract/paths.ts'
import { agency, defaultAgency, fillPage } from '#contract/schemas/agency.ts'
import {
  type Block,
  type LegalText,
  privacyPolicy,
  refundPolicy,
  termsOfUse,
  type TextPart,
} from './legal-text.ts'

function joined(parts: TextPart[]): string {
  return parts.map(({ text }) => text).join('')
}

function blockText(block: Block): string {
  if ('text' in block) return block.text
  return 'parts' in block ? joined(block.parts) : block.lines.map(joined).join('\n')
}

function sectionText(text: LegalText, heading: string): string {
  const section = text.sections.find((candidate) => candidate.heading === heading)
  if (!section) throw new Error(`${text.title} has no section «${heading}»`)
  return section.blocks.map(blockText).join('\n')
}

function wholeText(text: LegalText): string {
  return [
    ...text.intro.map(blockText),
    ...text.sections.map((section) => sectionText(text, section.heading)),
  ].join('\n')
}

describe.each([privacyPolicy, termsOfUse, refundPolicy])('$title', (text) => {
  test('is dated 15 February 2025', () => {
    expect([text.dateText, text.dateIso]).toEqual(['15 February 2025', '2025-02-15'])
    expect(text.dateLabel).toBe(text === refundPolicy ? 'Last Updated' : 'Last modified')
  })

  test('has a description of 120 to 155 characters with the default name', () => {
    const facts = { publicUrl: '', year: '2025', sandbox: false, languages: ['en'] as const }
    const { length } = fillPage(text.description, defaultAgency, facts)
    expect(length).toBeGreaterThanOrEqual(120)
    expect(length).toBeLessThanOrEqual(155)
  })

  test('gives every section a unique kebab-case id', () => {
    const ids = text.sections.map((section) => section.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('writes every section out, in more than a line', () => {
    for (const section of text.sections) {
      expect(section.blocks.length, section.heading).toBeGreaterThanOrEqual(2)
      expect(sectionText(text, section.heading).length, section.heading).toBeGreaterThan(200)
    }
  })

  test('names the agency and its addresses by tokens only', () => {
    const written = wholeText(text).replaceAll(/\[\[agency\.\w+\]\]/g, '')
    expect(written).not.toMatch(/@|\[\[|\]\]/)
    const last = text.sections.at(-1)?.blocks.at(-1)
    expect(last).toMatchObject({
      kind: 'address',
      lines: { 0: [{ kind: 'strong', text: agency.nameStart }] },
    })
  })

  test('links to pages of the site and to the agency’s addresses, and leaves no Markdown unread', () => {
    const blocks = [...text.intro, ...text.sections.flatMap((section) => section.blocks)]
    const parts = blocks.flatMap((block) =>
      'parts' in block ? block.parts : 'lines' in block ? block.lines.flat() : [],
    )
    const links = parts.flatMap(({ href }) => href ?? [])
    const addresses = [agency.email, agency.privacyEmail, agency.supportEmail].map(
      (email) => `mailto:${email}`,
    )
    expect(links.filter((href) => ![...Object.values<string>(pages), ...addresses].includes(href))).toEqual(
      [],
    )
    expect(links.length).toBeGreaterThan(2)
    expect(wholeText(text)).not.toMatch(/[*#\\]|\]\(|^- |^\d\. /m)
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
