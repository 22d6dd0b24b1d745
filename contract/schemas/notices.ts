/** The forms that ask for personal data; each has a notice before it. */
export type NoticeForm = 'enquiry' | 'career' | 'registration'

/** What the law asks to be told before a form (Digital Personal Data Protection Act, 2023, section 5; Rules of 2025, rule 3). */
const topics = ['what', 'why', 'whoElse', 'howLong', 'changingYourMind', 'yourRights'] as const
type Topic = (typeof topics)[number]

/** Each form's notices by version, the day it was written, oldest first: each says only what differs from the one before. */
export type Notices = Record<NoticeForm, Record<string, Partial<Record<'essence' | Topic, string>>>>

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
  { notices, noticeTopics }: { notices: Notices; noticeTopics: Record<Topic, string> },
): Notice[] {
  let said: Notices[NoticeForm][string] = {}
  return Object.entries(notices[form])
    .map(([version, changed]) => {
      said = { ...said, ...changed }
      const { essence = '', ...words } = said
      const points = topics.map((topic) => ({ about: noticeTopics[topic], words: words[topic] ?? '' }))
      return { version, essence, points }
    })
    .reverse()
}

/** What a person who presses Verify has read: two sentences beside each button, kept with the version that was shown. */
export const consentVersions = ['2026-11-20'] as const
export const currentConsent = consentVersions[0]
