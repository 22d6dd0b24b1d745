import { describe, expect, it } from 'vitest'
import { type AgreementBlock, agreementText, type AgreementText } from '#contract/schemas/agreements.ts'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { acceptedFacts, agreementData, annexAcceptance, annexData } from '#tests/support/agreement.ts'
import { digestOf } from '#server/platform/crypto/digest.ts'
import type { AgreementData } from './agreement-data.ts'
import { agreementTextOf, daysLater, formatRupees } from './agreement-text.ts'

/** Returns the words of a block as a reader sees them. */
function wordsOf(block: AgreementBlock): string {
  if (block.kind === 'signature') return `${block.label}: ${block.name}`
  if (block.kind !== 'table') return JSON.stringify(block)
  return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
}

function sectionWords(text: AgreementText, id: string): string {
  return (text.sections.find((section) => section.id === id)?.blocks ?? []).map(wordsOf).join('\n')
}

const form = agreementTextOf(agreementData)
const accepted = agreementTextOf(acceptedFacts)

describe('the agreement', () => {
  it('has the wording of the contract, and its hash follows from its words', () => {
    expect(agreementText.parse(form)).toEqual(form)
    expect(agreementText.parse(accepted)).toEqual(accepted)
    expect(digestOf(agreementTextOf(structuredClone(agreementData)))).toBe(digestOf(form))
    expect(digestOf(accepted)).not.toBe(digestOf(form))
    // English is the only text, so no sentence says which text is binding.
    expect(agreementTextOf({ ...agreementData, binding: 'language' })).toEqual(form)
  })

  it('prints what a person typed unchanged, and never treats it as part of the wording', () => {
    const name = '{agency.email} | **x** ## y'
    const person = { ...agreementData.person, name, address: '- a\n\n## b' }
    const text = agreementTextOf({ ...agreementData, person })
    expect(sectionWords(text, 'your-details')).toContain(`Name: ${name}\n`)
    expect(sectionWords(text, 'your-details')).toContain('Address: - a\n\n## b, ')
    expect(text.sections.map(({ id }) => id)).toEqual(form.sections.map(({ id }) => id))
  })

  it('has the same terms, word for word, once it is accepted', () => {
    const terms = (text: AgreementText) => text.sections.filter(({ part }) => part === 'terms')
    expect(terms(accepted)).toEqual(terms(form))
    expect(terms(form)).toHaveLength(12)
  })

  it('leaves the name empty, and once accepted shows the name, the evidence and the days that follow, by the calendar of India', () => {
    const awaited = /not been accepted yet[^]*Name of the person who accepts: $/
    expect(sectionWords(form, 'signature')).toMatch(awaited)
    expect(sectionWords(form, 'evidence')).toBe('')
    expect(sectionWords(accepted, 'evidence')).toContain('Time in India: 21 November 2026, 01:33:05 IST')
    const words = sectionWords(accepted, 'signature')
    expect(words).toContain('Name of the person who accepted: Test Person One')
    expect(words).toContain('Effective date: 21 November 2026')
    expect(words).toContain('The 90 days end on: 19 February 2027')
    expect(words).toContain('Last day to ask for a refund: 1 March 2027')
  })

  it('of a trial says that it is not binding', () => {
    const trial = agreementTextOf({ ...agreementData, sandbox: true })
    expect(trial.summary.map(wordsOf).join()).toContain('this binds nobody')
    expect(form.summary.map(wordsOf).join()).not.toContain('this binds nobody')
  })

  const { annex, mandate, person } = annexData
  const earlier = annex && { ...annex, before: { ...annex.before, accountMasked: '123456780001' } }
  it.each<[string, Partial<AgreementData>]>([
    ['Aadhaar', { person: { ...person, aadhaarMasked: '123412341234' } }],
    ['account', { mandate: { ...mandate, accountMasked: '123456789' } }],
    ['earlier account', { annex: earlier }],
  ])('cannot be made with a whole %s number', (_, data) => {
    expect(() => agreementTextOf({ ...annexData, ...data })).toThrow('not masked')
  })
})

it.each([
  ['500', '₹500'],
  ['4999.5', '₹4,999.50'],
  ['100000.00', '₹1,00,000'],
  ['12345678.05', '₹1,23,45,678.05'],
])('writes values as in India: %s rupees as %s', (amount, written) => {
  expect(formatRupees(amount)).toBe(written)
})

it('counts days as the example in the refund policy does', () => {
  expect([daysLater('2025-03-01', 90), daysLater('2025-05-30', 10)]).toEqual(['2025-05-30', '2025-06-09'])
})

function paragraphs(blocks: readonly AgreementBlock[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
}

const acceptedAnnex = { ...annexData, acceptance: annexAcceptance }

/**
 * SHA-256 of the texts of today's version for the same facts: an agreement before and after its acceptance, and an
 * annex. Accepted words must never change: other words need another version. Change words and hashes here only for a
 * language that no site has shown yet.
 */
const hashes: Record<Language, string[]> = {
  en: [
    '7b2a1162f7a7292ca4ba6c2e3d8373ee59401ebabc8c89aa0d0df089221a8815',
    'ed6fe4085a01c96a267597a69e214026f6e2a809d2edeaf7d808ed3f64eaf6da',
    '353e0a0a70a3bac89bb524779d5b18d78f1c7d5d346eecdf27f45ccb9aa10ed1',
    '258019b34e0b30b2ff1e36db129d3884f642eabf5b33493770a9467c2dd00f2d',
  ],
  hi: [
    'b4e4bc7cef456b95b95900dd5bfaac40fccc6337db439328ac223143ca8a07a3',
    '41f72a01a3b786a7feff7fb1e9b2314a65a852c455b8fb6f154aeb1ea6204325',
    'eb3c2c88e7a838fb26966c349a45ccef547867d65e896dbfb803d07ff74e558c',
    '2fc9d4afaa2fc66f94fe784be383cb7132bcfc360ba136373bb93bc07109d0be',
  ],
  gu: [
    'b8bdac1ef03496f505952cb6fd466aba117e21cb05edeb622822e23c315404d9',
    'c44499093054e4179fd406b0016c98204aa3b97854617c4266608625f477d975',
    '6cb087d7b25868b8e6fcec0d0295bdbad0fbd6f2c7ff5247b902cf8549929c90',
    '455459ec15fa265b487529feaf1695650058f298107d238a1aedb4cecf9cd82c',
  ],
}

describe.each(languageCodes)('in the language %s', (language) => {
  it('agreements and annexes keep the words of their version', () => {
    const facts = [agreementData, acceptedFacts, annexData, acceptedAnnex]
    const texts = facts.map((data) => agreementTextOf({ ...data, language }))
    expect(texts.map(digestOf)).toEqual(hashes[language])
  })

  it('an annex names the agreement and both accounts, in its English text too, and has no unfilled brace', () => {
    const { english, sections, ...text } = agreementTextOf({ ...acceptedAnnex, language })
    for (const words of [{ sections, ...text }, english ?? { sections }].map((one) => JSON.stringify(one))) {
      for (const value of ['AG-0000-TEST-0000', 'XXXXXXXX0001', 'XXXXXXXX6789', '₹5,000', '1111111111111'])
        expect(words).toContain(value)
      expect(words).not.toMatch(/\{[a-z]/)
    }
    const ids = ['what-changes', 'debit-mandate', 'how-you-accept', 'signature', 'evidence']
    expect((english?.sections ?? sections).map(({ id }) => id)).toEqual(ids)
  })
})

describe.each([
  { language: 'hi', named: 'Hindi', own: 'हिन्दी', english: 'अंग्रेज़ी' },
  { language: 'gu', named: 'Gujarati', own: 'ગુજરાતી', english: 'અંગ્રેજી' },
] as const)('an agreement in the language $language', ({ language, named, own, english }) => {
  it.each([
    ['english', english, 'English'],
    ['language', own, named],
  ] as const)('says in both texts which of them is binding: %s', (binding, inOwn, inEnglish) => {
    const { summary, english: second } = agreementTextOf({ ...acceptedFacts, language, binding })
    expect(paragraphs(summary).join()).toContain(inOwn)
    const binds = expect.stringContaining(`the ${inEnglish} text binds`)
    expect(paragraphs(second?.summary ?? [])).toEqual(['The same agreement in English', binds])
  })
})
