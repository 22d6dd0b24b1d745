import { describe, expect, it } from 'vitest'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { dictionaries, requestedLanguage, say, sentenceOf, writtenIn } from './requested-language.ts'

function asked(header: string | undefined, shown: readonly Language[] = languageCodes): Language {
  const headers = header === undefined ? {} : { 'accept-language': header }
  return requestedLanguage({ headers, server: { languages: shown } } as never)
}

describe('the language that a caller asks for', () => {
  it.each<[string | undefined, Language]>([
    [undefined, 'en'],
    ['', 'en'],
    ['gu', 'gu'],
    ['GU-in', 'gu'],
    ['en-US,en;q=0.9,gu;q=0.8', 'en'],
    ['mr, gu;q=0.8, en;q=0.3', 'gu'],
    ['gu;q=0.2, hi;q=0.3', 'hi'],
    ['gu;q=0, *', 'en'],
    ['en;q=0, hi', 'hi'],
    ['*', 'en'],
    [';;,,=;q=', 'en'],
    ['__proto__, constructor, toString', 'en'],
  ])('of %j is %s', (header, language) => expect(asked(header)).toBe(language))

  it.each([
    ['spaces', `gu${' '.repeat(8000)}x`, 'gu'],
    ['languages that we have not', `${'a,'.repeat(3900)}gu`, 'en'],
  ])('a header of the largest size is answered: %s', (_, header, language) => {
    expect(asked(header)).toBe(language)
  })

  it.each<[string, Language]>([
    ['gu', 'en'],
    ['gu, hi;q=0.5', 'hi'],
    ['gu;q=1, *;q=0.1', 'en'],
  ])('is never one that the site does not show: for %j it is %s', (header, language) => {
    expect(asked(header, ['en', 'hi'])).toBe(language)
    expect(asked(header, ['en'])).toBe('en')
  })
})

it('a person is written to in their language while the site has it, otherwise in English', () => {
  expect([writtenIn('gu', ['en', 'gu']), writtenIn('gu', ['en', 'hi'])]).toEqual(['gu', 'en'])
})

describe('the text of a schema', () => {
  it('is the sentence of that key, whether it depends on a count or not', () => {
    expect(say(sentenceOf('enquiryMessages.sent'), 'gu')).toBe(dictionaries.gu.enquiryMessages.sent)
    expect(sentenceOf('codeLimits.wrongCode')).toBe('codeLimits.wrongCode')
  })

  it.each([
    ...['Invalid input', '__proto__', 'enquiryMessages', 'enquiryMessages.constructor'],
    ...['enquiryMessages.sent.length', 'enquiryMessages.__proto__.toString', 'codeLimits.wrongCode.other'],
  ])('stays unchanged if it is no key: %j', (text) => {
    expect(say(sentenceOf(text), 'gu')).toBe(text)
  })

  it('keeps its values unchanged, including placeholders and patterns', () => {
    const value = '{code} $& $1 <b>{constructor}</b>'
    const sentence = { key: 'otpMessages.forPhone', values: { masked: value } } as const
    expect(say(sentence, 'en')).toBe(`It went by SMS to ${value}.`)
  })
})
