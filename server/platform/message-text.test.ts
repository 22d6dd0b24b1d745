import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/en/mails.ts'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { dictionaries } from './requested-language.ts'
import { type MailValues, personMail, type PersonMailName, timeInIndia } from './message-text.ts'

const names = Object.keys(personMails) as PersonMailName[]

/** Every placeholder of every mail. */
const values = Object.fromEntries(
  [...JSON.stringify(personMails).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `<${name}>`]),
) as MailValues<PersonMailName>

describe('a mail to a person', () => {
  it.each(languageCodes)('is that of the language %s, with every placeholder filled', (language) => {
    for (const name of names) {
      const { text, subject, ...rest } = personMail(name, values, language)
      const own = dictionaries[language].personMails[name]
      expect(rest).toEqual({ language })
      expect(text.split('\n')).toHaveLength(own.text.split('\n').length)
      expect(`${subject} ${text}`).not.toMatch(/[{}]/)
    }
  })

  it.each(languageCodes)('has its link in a line of its own in the language %s', (language) => {
    const linked = names.filter((name) => personMails[name].text.includes('{link}'))
    for (const name of linked) {
      const { text } = personMail(name, values, language)
      expect([name, text.split('\n').filter((line) => line === '<link>')]).toEqual([name, ['<link>']])
    }
  })

  it('cannot be turned by a name', () => {
    const name = 'A\r\nBcc: b@c.in\u202e{link}'
    const { text, subject } = personMail('welcome', { name, link: 'L', page: 'P', agency: 'A' }, 'en')
    expect(text.split('\n')[0]).toBe('Dear A Bcc: b@c.in {link},')
    expect(subject).toBe('Your registration, and your agreement')
  })

  it('keeps the joiners of names in Indian scripts', () => {
    const name = 'श्री\u200dराम क\u094d\u200cष'
    expect(
      personMail('welcome', { name, link: 'L', page: 'P', agency: 'A' }, 'hi' satisfies Language).text,
    ).toContain(name)
  })
})

it.each([
  ['en', '29 November 2026 at 8:31 pm'],
  ['hi', '29 नवंबर 2026 को 20:31 बजे'],
] as const)(
  'a moment is said in India’s time, in %s without a word of another language',
  (language, said) => {
    expect(timeInIndia(Date.UTC(2026, 10, 29, 15, 1), language)).toBe(said)
  },
)
