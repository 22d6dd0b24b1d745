/** The forms that ask for personal data; each has a notice before it. */
export type NoticeForm = 'enquiry' | 'career' | 'registration'

/** What a person is told before a form (Digital Personal Data Protection Act, 2023, section 5; Rules of 2025, rule 3). */
export interface Notice {
  /** The day it was written, YYYY-MM-DD; it is kept with what is sent. */
  version: string
  /** Always shown: the whole in two or three sentences. */
  essence: string
  /** Shown after a press: the points that the law asks for. */
  points: readonly { about: string; words: string }[]
}

/** Each form's notices, newest first: the first is shown. */
export type Notices = Record<NoticeForm, readonly [Notice, ...Notice[]]>
