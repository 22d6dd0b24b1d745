import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/messages/languages.ts'
import { consentVersions } from '#contract/schemas/identity.ts'
import { dictionaries } from './language.ts'
import { consentWords, noticeWords, storedWords } from './shown-words.ts'

function sha256(words: unknown): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex')
}

describe('what a person was shown before they agreed', () => {
  it.each(languageCodes)(
    'has in the language %s a hash for every version that there is in English',
    (language) => {
      for (const form of ['enquiry', 'career', 'registration'] as const) {
        for (const { version } of dictionaries.en.notices[form]) {
          const own = dictionaries[language].notices[form].find((one) => one.version === version)
          const words = [own?.essence, own?.points.map((point) => [point.about, point.words])]
          expect(noticeWords(form, version, language)).toEqual({ language, sha256: sha256(words) })
        }
      }
      for (const version of consentVersions) {
        const { aadhaar, phone } = dictionaries[language].consentTexts[version]
        expect(consentWords(version, 'aadhaar', language)).toEqual({ language, sha256: sha256(aadhaar) })
        expect(consentWords(version, 'phone', language)).toEqual({ language, sha256: sha256(phone) })
      }
    },
  )

  it('differs from language to language', () => {
    const all = languageCodes.map((language) => noticeWords('enquiry', '2026-11-21', language)?.sha256)
    expect(new Set(all).size).toBe(languageCodes.length)
  })

  it.each([undefined, '1999-01-01', ''])('is not known of a notice that there never was: %s', (version) => {
    expect(noticeWords('career', version, 'en')).toBeUndefined()
  })

  it.each([
    [{ notice_language: null, notice_sha256: null }, undefined],
    [
      { notice_language: 'hi', notice_sha256: 'ab' },
      { language: 'hi', sha256: 'ab' },
    ],
    [
      { notice_language: 'xx', notice_sha256: 'ab' },
      { language: 'en', sha256: 'ab' },
    ],
  ])('is read from a row as it was written: %j', (row, words) => {
    expect(storedWords(row)).toEqual(words)
  })
})
