import { digestOf } from '#server/platform/crypto/digest.ts'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import { type consentVersions, type NoticeForm, noticesBefore } from '#contract/schemas/notices.ts'
import { dictionaries } from './requested-language.ts'

/**
 * What a person was shown before they agreed: the language, and the lower-case hexadecimal SHA-256 of the words in it. The
 * words are those of the dictionary, with its placeholders for the agency's addresses: so the hash can be made again from
 * the version and the language alone, whatever the settings were.
 */
export interface ShownWords {
  language: Language
  sha256: string
}

/** The notice of that version before a form; undefined where the caller named none, or one that there never was. */
export function noticeWords(
  form: NoticeForm,
  version: string | undefined,
  language: Language,
): ShownWords | undefined {
  const notice = noticesBefore(form, dictionaries[language]).find((one) => one.version === version)
  if (!notice) return undefined
  const points = notice.points.map(({ about, words }) => [about, words])
  return { language, sha256: digestOf([notice.essence, points]) }
}

/** The sentences of that version beside a Verify button. */
export function consentWords(
  version: (typeof consentVersions)[number],
  purpose: 'aadhaar' | 'phone',
  language: Language,
): ShownWords {
  return { language, sha256: digestOf(dictionaries[language].consentTexts[version][purpose]) }
}

/** The words of a stored notice; undefined where they are not known. */
export function storedWords(row: {
  notice_language: string | null
  notice_sha256: string | null
}): ShownWords | undefined {
  const { notice_language: language, notice_sha256: sha256 } = row
  return language === null || sha256 === null ? undefined : { language: storedLanguage(language), sha256 }
}
