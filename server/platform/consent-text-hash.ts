import { digestOf } from '#server/platform/crypto/digest.ts'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import { type consentVersions, type NoticeForm, noticesBefore } from '#contract/schemas/notices.ts'
import { dictionaries } from './requested-language.ts'

/**
 * What a person was shown before they agreed: the language, and the SHA-256 of its words in lower-case hexadecimal.
 * The words are the dictionary's, with placeholders for the agency's addresses, so version and language alone give
 * the hash again, whatever the settings were.
 */
export interface ShownWords {
  language: Language
  sha256: string
}

/** Returns the notice of that version before a form; undefined if the caller named none or an unknown one. */
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

/** Returns the sentences of that version beside a Verify button. */
export function consentWords(
  version: (typeof consentVersions)[number],
  purpose: 'aadhaar' | 'phone',
  language: Language,
): ShownWords {
  return { language, sha256: digestOf(dictionaries[language].consentTexts[version][purpose]) }
}

/** Returns the words of a stored notice; undefined if they are unknown. */
export function storedWords(row: {
  notice_language: string | null
  notice_sha256: string | null
}): ShownWords | undefined {
  const { notice_language: language, notice_sha256: sha256 } = row
  return language === null || sha256 === null ? undefined : { language: storedLanguage(language), sha256 }
}
