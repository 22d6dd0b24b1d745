import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/messages/languages.ts'
import { consentVersions, noticesBefore } from '#contract/schemas/notices.ts'
import { dictionaries } from './requested-language.ts'
import { consentWords, noticeWords, storedWords } from './consent-text-hash.ts'

describe('what a person was shown before they agreed', () => {
  // Other words need another version, with new lines here. Change words and lines only for a language that no site
  // has shown yet.
  it('never changes for its version', () => {
    const written = languageCodes.map((language) => {
      const noticed = (['enquiry', 'career', 'registration'] as const).flatMap((form) =>
        noticesBefore(form, dictionaries[language]).map(({ version }) => [
          `${form} ${version}`,
          noticeWords(form, version, language)?.sha256.slice(0, 16),
        ]),
      )
      const agreedTo = consentVersions.flatMap((version) =>
        (['aadhaar', 'phone'] as const).map((purpose) => [
          `${purpose} ${version}`,
          consentWords(version, purpose, language).sha256.slice(0, 16),
        ]),
      )
      return [language, Object.fromEntries([...noticed, ...agreedTo]) as Record<string, string>]
    })
    expect(Object.fromEntries(written)).toEqual({
      en: {
        'enquiry 2026-11-21': '49d153ba5213cc0d',
        'career 2026-11-21': '1ae8b24525761cf5',
        'career 2026-11-25': '09ce9ad05cfbe597',
        'career 2026-11-26': 'a8526fe04ba3b0ba',
        'registration 2026-11-21': 'fe68535222fb7fcc',
        'registration 2026-11-25': '8f8be0baa3bc9551',
        'aadhaar 2026-11-20': '935f6a78a7052d5b',
        'phone 2026-11-20': '03910b4801023a28',
      },
      hi: {
        'enquiry 2026-11-21': '7e80b0d855e490fa',
        'career 2026-11-21': 'ebb055e341d13484',
        'career 2026-11-25': '64ab6d9b0d5b8874',
        'career 2026-11-26': 'f8192bbf5863a3f0',
        'registration 2026-11-21': '98b4986540747df4',
        'registration 2026-11-25': '5d14362bdbf4b483',
        'aadhaar 2026-11-20': '0ee1804c30a76f94',
        'phone 2026-11-20': '5d48cc87651b8073',
      },
      gu: {
        'enquiry 2026-11-21': 'd7d4fa7612688dcc',
        'career 2026-11-21': '8002a1c18b7561f4',
        'career 2026-11-25': '1b978ae1f9d75829',
        'career 2026-11-26': '9af2e1bdf4201254',
        'registration 2026-11-21': 'a1744404ba5c21df',
        'registration 2026-11-25': 'dab20c6f1f707f29',
        'aadhaar 2026-11-20': '76a2730b3c8da65c',
        'phone 2026-11-20': '55c01a78b63edbda',
      },
    })
  })

  it.each([undefined, '1999-01-01'])('is unknown for a notice that never existed: %s', (version) => {
    expect(noticeWords('career', version, 'en')).toBeUndefined()
  })

  it.each([
    [null, null, undefined],
    ['hi', 'ab', { language: 'hi', sha256: 'ab' }],
    ['xx', 'ab', { language: 'en', sha256: 'ab' }],
  ])('is read from a row with %s and %s as it was written', (notice_language, notice_sha256, words) => {
    expect(storedWords({ notice_language, notice_sha256 })).toEqual(words)
  })
})
