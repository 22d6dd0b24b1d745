import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/messages/languages.ts'
import { agency } from '#contract/schemas/agency.ts'
import { dictionaries } from './requested-language.ts'
import { foreignWords } from '#tests/support/foreign-letters.ts'
import { marked, readReviews, stateOf, textsOf, translationsOf, unreviewedOf } from './translations.ts'

const others = languageCodes.filter((code) => code !== 'en')

it('lists the sentences of the dictionary and the sections of the documents, each by its key', () => {
  const texts = textsOf('en')
  expect(texts.get('enquiryMessages.sent')).toBe(dictionaries.en.enquiryMessages.sent)
  expect(texts.get('codeLimits.wrongCode.one')).toBe(dictionaries.en.codeLimits.wrongCode.one)
  expect(texts.get('legal/terms.md#acceptance-of-the-terms')).toMatch(/^## Acceptance of the Terms of Use/)
  expect([...texts.keys()].filter((key) => key.startsWith('agreement-'))).not.toEqual([])
})

it('has no token of the agency that pages do not fill', () => {
  const named = [...textsOf('en').values()].flatMap((text) => text.match(/\[\[agency\.[^\]]*\]\]/g) ?? [])
  expect(new Set(Object.values(agency))).toEqual(new Set([...Object.values(agency), ...named]))
  expect(named).toContain(agency.serviceFee)
})

it.each(others)('%s records for every English sentence that it was made from today’s English', (language) => {
  const keys = translationsOf(language).map(({ key }) => key)
  expect([...readReviews(language).keys()].toSorted()).toEqual(keys.toSorted())
  const changed = translationsOf(language).filter(({ state }) => state === 'english changed')
  expect(changed.map(({ key }) => key)).toEqual([])
})

/** What a translation keeps: placeholders, the agency's values, targets of links, anchors of sections. */
const kept = /\{[\w.]+\}|\[\[[^\]]+\]\]|\]\([^)]*\)|\{#[\w-]+\}/g

/** Names of procedures and files, the section of an act, a masked number. */
const latin = ['UTC', 'SHA-256', 'AES-256-GCM', 'XXXXXXXX', 'robots.txt', '10A']

describe.each(others)('the sentences and documents in the language %s', (language) => {
  const own = textsOf(language)
  const english = textsOf('en')

  it('are those of English, all of them', () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('keep every placeholder, link and anchor of a section, as often as English has it', () => {
    const marksOf = (text = '') => (text.match(kept) ?? []).toSorted().join(' ')
    const other = [...english].filter(([key, text]) => marksOf(text) !== marksOf(own.get(key)))
    expect(other.map(([key]) => key)).toEqual([])
  })

  it('differ everywhere from the English ones', () => {
    const equal = translationsOf(language).filter(({ english: before, text }) => text === before)
    const words = equal.filter(({ text }) => /\p{Letter}/u.test(text.replaceAll(kept, '')))
    expect(words.map(({ key }) => key)).toEqual([])
  })

  it('have no word in another script except a few names', () => {
    const found = translationsOf(language).flatMap(({ key, text }) => {
      const words = foreignWords(text.replaceAll(kept, ' '), language, latin)
      return words.length > 0 ? [`${key}: ${words.join(' ')}`] : []
    })
    expect(found).toEqual([])
  })

  it('have numbers in Latin digits', () => {
    expect([...own].filter(([, text]) => /(?![0-9])\p{Nd}/u.test(text)).map(([key]) => key)).toEqual([])
  })
})

describe('the state of a sentence', () => {
  const texts = { english: 'Back', text: 'પાછળ' }
  const made = marked(undefined, texts, 'made')
  const reviewed = marked(made, texts, 'reviewed')

  it('is unreviewed until somebody approved these very words', () => {
    expect(stateOf(undefined, texts)).toBe('unreviewed')
    expect(stateOf(made, texts)).toBe('unreviewed')
    expect(stateOf(reviewed, texts)).toBe('reviewed')
    expect(stateOf(reviewed, { ...texts, text: 'પાછા' })).toBe('unreviewed')
    expect(stateOf(marked(reviewed, texts, 'made'), texts)).toBe('reviewed')
  })

  it('changes with the English, and an approval ends then', () => {
    const changed = { ...texts, english: 'Go back' }
    expect(stateOf(reviewed, changed)).toBe('english changed')
    expect(stateOf(marked(reviewed, changed, 'made'), changed)).toBe('unreviewed')
  })
})

describe('the warnings in the log of a start', () => {
  it('are empty for a trial, and never name English', () => {
    expect(unreviewedOf({ production: false, languages: languageCodes })).toEqual([])
    expect(unreviewedOf({ production: true, languages: ['en'] })).toEqual([])
  })

  it('name each language with unapproved sentences, and how many of them people agree to', () => {
    const told = unreviewedOf({ production: true, languages: ['en', 'gu'] })
    const open = [...readReviews('gu')].filter(([, { approved }]) => approved === undefined)
    const agreedTo = open.filter(([key]) =>
      /^(?:\w+Notices|notice|consentTexts|beforeLeaving|agreement-|annex-)/.test(key),
    )
    expect(told).toMatchObject(open.length > 0 ? [{ language: 'gu', unreviewed: open.length }] : [])
    for (const one of told) expect(one.agreedTo).toBeGreaterThanOrEqual(agreedTo.length)
  })
})
