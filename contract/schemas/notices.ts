/** The forms that ask for personal data; each has a notice before it. */
export type NoticeForm = 'enquiry' | 'career' | 'registration'

/** What the law asks to be told before a form (Digital Personal Data Protection Act, 2023, section 5; Rules of 2025, rule 3). */
const topics = ['what', 'why', 'whoElse', 'howLong', 'changingYourMind', 'yourRights'] as const
type Topic = (typeof topics)[number]

/**
 * The notices before a form by version, the day it was written, oldest first: the last is shown. Each says only what differs
 * from the one before. One that people have been shown is never edited, since what they sent is kept with its version
 * (`server/platform/consent-text-hash.test.ts` holds the hashes).
 */
export type Notices = Record<string, Partial<Record<'essence' | Topic, string>>>

/** What a person is told before a form. */
export interface Notice {
  /** YYYY-MM-DD; it is kept with what is sent. */
  version: string
  /** Always shown: the whole in two or three sentences. */
  essence: string
  /** Shown after a press. */
  points: { about: string; words: string }[]
}

/** A language's notices before a form, the newest first: that one is shown. */
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

/** What a person who presses Verify has read: two sentences beside each button, kept with the version that was shown. */
export const consentVersions = ['2026-11-20'] as const
export const currentConsent = consentVersions[0]
