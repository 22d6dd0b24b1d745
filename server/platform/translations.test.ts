import { expect, it } from 'vitest'
import { languageCodes } from '#contract/messages/languages.ts'
import { dictionaries } from './language.ts'
import { readReviews, textsOf, translationsOf } from './translations.ts'

const others = languageCodes.filter((code) => code !== 'en')

it('lists the sentences of the dictionary and the sections of the documents, each by its key', () => {
  const texts = textsOf('en')
  expect(texts.get('enquiryMessages.sent')).toBe(dictionaries.en.enquiryMessages.sent)
  expect(texts.get('codeLimits.wrongCode.one')).toBe(dictionaries.en.codeLimits.wrongCode.one)
  expect(texts.get('legal/terms.md#acceptance-of-the-terms')).toMatch(/^## Acceptance of the Terms of Use/)
  expect([...texts.keys()].filter((key) => key.startsWith('agreement-'))).not.toEqual([])
})

it.each(others)('%s has a mark for no sentence that English lacks', (language) => {
  const known = textsOf('en')
  expect([...readReviews(language).keys()].filter((key) => !known.has(key))).toEqual([])
})

it.each(others)('%s has nothing that was made from other English than today’s', (language) => {
  const changed = translationsOf(language).filter(({ state }) => state === 'english changed')
  expect(changed.map(({ key }) => key)).toEqual([])
})
