import { describe, expect, it } from 'vitest'
import { type AgreementBlock, agreementText, type AgreementText } from '#contract/schemas/agreements.ts'
import { acceptedFacts, agreementData, testAcceptance } from '#tests/support/agreement.ts'
import { digestOf } from '#server/platform/crypto/digest.ts'
import type { AgreementData } from './agreement-data.ts'
import { agreementTextOf, daysLater, formatIst, formatRupees, formatUtc } from './agreement-text.ts'

function wordsOf(block: AgreementBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.join('\n')
    case 'table':
      return [block.caption, ...block.rows.map(({ label, value }) => `${label}: ${value}`)].join('\n')
    case 'photo':
      return block.alt
    case 'signature':
      return `${block.label}: ${block.name}`
  }
}

function sectionWords(text: AgreementText, id: string): string {
  return (text.sections.find((section) => section.id === id)?.blocks ?? []).map(wordsOf).join('\n')
}

const form = agreementTextOf(agreementData)
const accepted = agreementTextOf(acceptedFacts)

describe('the agreement', () => {
  it('is what the contract says it is, and its hash follows from its words', () => {
    expect(agreementText.parse(form)).toEqual(form)
    expect(agreementText.parse(accepted)).toEqual(accepted)
    expect(digestOf(agreementTextOf(structuredClone(agreementData)))).toBe(digestOf(form))
    expect(digestOf(accepted)).not.toBe(digestOf(form))
  })

  it('takes what a person typed as it is, never as a part of the wording', () => {
    const name = '{agency.email} | **x** ## y'
    const person = { ...agreementData.person, name, address: '- a\n\n## b' }
    const text = agreementTextOf({ ...agreementData, person })
    expect(sectionWords(text, 'your-details')).toContain(`Name: ${name}\n`)
    expect(sectionWords(text, 'your-details')).toContain('Address: - a\n\n## b, ')
    expect(text.sections.map(({ id }) => id)).toEqual(form.sections.map(({ id }) => id))
  })

  it('leaves no brace of its wording unfilled', () => {
    expect(JSON.stringify(form.sections.map(({ blocks }) => blocks.map(wordsOf)))).not.toMatch(
      /[{}]|\*\*|\]\(/,
    )
  })

  it.each([
    ['parties', /Name: Example Placements\nAddress: .*Surat 395002, Gujarat, India/],
    ['your-details', /Name: Test Person One\nDate of birth: 1 February 1990/],
    ['your-details', /Aadhaar number: XXXXXXXX1234/],
    ['debit-mandate', /Account number: XXXXXXXX6789/],
    ['debit-mandate', /Most of one debit: ₹5,000\nHow often: As and when presented/],
    ['debit-mandate', /From: 20 November 2026\nUntil: 17 November 2066\nTest amount: ₹1/],
    ['debit-mandate', /cancel the mandate at any time: with your bank.*support@agency\.example/],
    ['placement-commitment', /an offer within 90 days/],
    ['placement-commitment', /refund of the service fee, in writing, within 10 days after the 90 days end/],
    ['refunds', /in full.*original payment method within 5 to 7 business days/],
    ['refunds', /sole remedy where no offer is secured within the 90 days/],
    ['refunds', /interview or an offer for you, no refund is given, even if you refuse it/],
    ['refunds', /no partial or pro-rated refunds/],
    ['refunds', /only at our discretion, and only for error, fraud or non-performance/],
    ['personal-information', /full Aadhaar number .* is not stored by us/],
    ['how-you-accept', /contract formed electronically: section 10A of the Information Technology Act, 2000/],
    ['how-you-accept', /not an electronic signature of the kinds listed in the Second Schedule/],
    ['how-you-accept', /licensed eSign provider/],
    ['governing-law', /laws of India\. The courts in Surat, Gujarat/],
  ])('says under %s: %s', (id, words) => {
    expect(sectionWords(form, id)).toMatch(words)
  })

  it('has the same terms, word for word, once it is accepted', () => {
    const terms = (text: AgreementText) => text.sections.filter(({ part }) => part === 'terms')
    expect(terms(accepted)).toEqual(terms(form))
    expect(terms(form)).toHaveLength(12)
  })

  it('awaits a name, and has it with the days that follow once it is accepted, by the calendar of India', () => {
    expect(sectionWords(form, 'signature')).toMatch(
      /not been accepted yet[^]*Name of the person who accepts: $/,
    )
    const words = sectionWords(accepted, 'signature')
    expect(words).toContain('Name of the person who accepted: Test Person One')
    expect(words).toContain('Effective date: 21 November 2026')
    expect(words).toContain('The 90 days end on: 19 February 2027')
    expect(words).toContain('Last day to ask for a refund: 1 March 2027')
  })

  it('counts the days as the refund policy does in its example', () => {
    expect(daysLater('2025-03-01', 90)).toBe('2025-05-30')
    expect(daysLater('2025-05-30', 10)).toBe('2025-06-09')
  })

  it('has evidence of who, when, from where, of what came before and of what was shown', () => {
    expect(sectionWords(form, 'evidence')).toBe('')
    const words = sectionWords(accepted, 'evidence')
    for (const part of [
      'Accepted in the name: Test Person One',
      'Time in India: 21 November 2026, 01:33:05 IST (UTC+05:30)',
      'Time in UTC: 2026-11-20 20:03:05 UTC',
      'Words accepted: I accept the terms and conditions',
      'Network address: 2001:db8::17',
      'Browser: ExampleBrowser/1.0 (Test)',
      'Aadhaar number verified by one-time password: 20 November 2026, 14:30:00 IST',
      'Mobile number verified by one-time password: 20 November 2026, 14:35:00 IST',
      'Transaction: 1234567890123',
      'Registration number: Not given by the bank yet',
      `SHA-256 of the PDF: ${testAcceptance.shown.pdfSha256}`,
      `SHA-256 of its text: ${testAcceptance.shown.textSha256}`,
    ]) {
      expect(words).toContain(part)
    }
  })

  it('says of a trial that it binds nobody', () => {
    const trial = agreementTextOf({ ...agreementData, sandbox: true })
    expect(trial.summary.map(wordsOf).join()).toContain('this binds nobody')
    expect(form.summary.map(wordsOf).join()).not.toContain('this binds nobody')
  })

  it.each<[string, Partial<AgreementData>]>([
    ['Aadhaar', { person: { ...agreementData.person, aadhaarMasked: '123412341234' } }],
    ['account', { mandate: { ...agreementData.mandate, accountMasked: '123456789' } }],
  ])('is not made with a whole %s number', (_, data) => {
    expect(() => agreementTextOf({ ...agreementData, ...data })).toThrow('not masked')
  })
})

describe('values', () => {
  it.each([
    ['1', '₹1'],
    ['500', '₹500'],
    ['5000', '₹5,000'],
    ['4999.5', '₹4,999.50'],
    ['100000.00', '₹1,00,000'],
    ['12345678.05', '₹1,23,45,678.05'],
  ])('are written as in India: %s rupees as %s', (amount, written) => {
    expect(formatRupees(amount)).toBe(written)
  })

  it('have the time of India and of UTC', () => {
    const newYear = Date.UTC(2026, 11, 31, 18, 30, 0)
    expect(formatIst(newYear, 'en')).toBe('1 January 2027, 00:00:00 IST (UTC+05:30)')
    expect(formatUtc(newYear)).toBe('2026-12-31 18:30:00 UTC')
  })
})
