import { describe, expect, test } from 'vitest'
import { agency, defaultAgency, fillPage } from '#contract/schemas/agency.ts'
import type { Block, LegalText, TextPart } from './legal-text.ts'
import { privacyPolicy } from './privacy.ts'
import { refundPolicy } from './refund-policy.ts'
import { termsOfUse } from './terms.ts'

function partText(part: TextPart): string {
  if (typeof part === 'string') return part
  return part.kind === 'mail' ? part.address : part.text
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.parts.map(partText).join('')
    case 'subheading':
      return block.text
    case 'list':
      return block.items.map((item) => item.map(partText).join('')).join('\n')
    case 'contact':
      return [block.name, ...block.addressLines, ...block.emails.map((email) => email.address)].join('\n')
  }
}

function sectionText(text: LegalText, heading: string): string {
  const section = text.sections.find((candidate) => candidate.heading === heading)
  if (!section) throw new Error(`${text.title} has no section «${heading}»`)
  return section.blocks.map(blockText).join('\n')
}

function wholeText(text: LegalText): string {
  const intro = (text.intro ?? []).map(blockText)
  return [...intro, ...text.sections.map((section) => sectionText(text, section.heading))].join('\n')
}

describe.each([privacyPolicy, termsOfUse, refundPolicy])('$title', (text) => {
  test('is dated 15 February 2025', () => {
    expect([text.dateText, text.dateIso]).toEqual(['15 February 2025', '2025-02-15'])
    expect(text.dateLabel).toBe(text === refundPolicy ? 'Last Updated' : 'Last modified')
  })

  test('has a description of 120 to 155 characters with the default name', () => {
    const facts = { publicUrl: '', year: '2025', sandbox: false }
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
    expect(text.sections.at(-1)?.blocks.at(-1)).toMatchObject({ kind: 'contact', name: agency.nameStart })
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
