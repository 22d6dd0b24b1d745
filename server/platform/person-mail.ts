import type { Language } from '#contract/messages/languages.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import type { Placeholders } from '#contract/messages/translation.ts'
import { say } from './requested-language.ts'
import { oneLine } from './message-text.ts'

type PersonMails = Dictionary['personMails']
export type PersonMailName = keyof PersonMails

/** The placeholders of a mail, each with its text. */
export type MailValues<Name extends PersonMailName> = Readonly<
  Record<Placeholders<PersonMails[Name]['subject'] | PersonMails[Name]['text']>, string>
>

export interface PersonMail {
  language: Language
  subject: string
  text: string
}

/** A mail to a person in their language. Each value becomes one line, so that none passes for a part of the mail. */
export function personMail<Name extends PersonMailName>(
  name: Name,
  values: MailValues<Name>,
  language: Language,
): PersonMail {
  const given = Object.entries<string>(values).map(([placeholder, text]) => [placeholder, oneLine(text)])
  const filled = Object.fromEntries(given)
  const part = (key: `personMails.${PersonMailName}.${'subject' | 'text'}`) =>
    say({ key, values: filled }, language)
  return { language, subject: part(`personMails.${name}.subject`), text: part(`personMails.${name}.text`) }
}
