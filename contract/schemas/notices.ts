/** The forms that ask for personal data. Each begins with a privacy notice. */
export type NoticeForm = 'enquiry' | 'career' | 'registration'

/**
 * What the law requires before a form (Digital Personal Data Protection Act, 2023, section 5; Rules of 2025, rule 3).
 */
const topics = ['what', 'why', 'whoElse', 'howLong', 'changingYourMind', 'yourRights'] as const
type Topic = (typeof topics)[number]

/**
 * A form's notices by version (the day), oldest first; the last is shown. Each contains only the changes to the
 * previous one. A published notice is never edited, because its version is stored with what people sent
 * (`server/platform/consent-text-hash.test.ts` checks the hashes).
 */
export type Notices = Record<string, Partial<Record<'essence' | Topic, string>>>

export interface Notice {
  /** YYYY-MM-DD, stored with the data. */
  version: string
  /** A summary in two or three sentences, always shown. */
  essence: string
  /** Shown on demand. */
  points: { about: string; words: string }[]
}

/** Returns a form's notices in a language, newest first. The first is shown. */
export function noticesBefore(
  form: NoticeForm,
  words: Record<`${NoticeForm}Notices`, Notices> & { noticeTopics: Record<Topic, string> },
): Notice[] {
  let said: Notices[string] = {}
  return Object.entries(words[`${form}Notices`])
    .map(([version, changed]) => {
      said = { ...said, ...changed }
      const { essence = '', ...told } = said
      const points = topics.map((topic) => ({ about: words.noticeTopics[topic], words: told[topic] ?? '' }))
      return { version, essence, points }
    })
    .reverse()
}

/** Versions of the two sentences beside a Verify button. The version is stored. */
export const consentVersions = ['2026-11-20'] as const
export const currentConsent = consentVersions[0]
