import { describe, expect, it } from 'vitest'
import { personMails } from '#contract/messages/en/mails.ts'
import { languageCodes } from '#contract/messages/languages.ts'
import { dictionaries } from './requested-language.ts'
import { type MailValues, personMail, type PersonMailName } from './mail-text.ts'
import { timeInIndia } from './time-text.ts'

const names = Object.keys(personMails) as PersonMailName[]

/** Every placeholder of every mail. */
const values = Object.fromEntries(
  [...JSON.stringify(personMails).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `<${name}>`]),
) as MailValues<PersonMailName>

describe('a mail to a person', () => {
  it.each(languageCodes)(
    'is in the language %s, with every placeholder filled and the link on its own line',
    (language) => {
      for (const name of names) {
        const { text, subject, ...rest } = personMail(name, values, language)
        const own = dictionaries[language].personMails[name].text.split('\n')
        const lines = text.split('\n')
        expect(rest).toEqual({ language })
        expect(lines).toHaveLength(own.length)
        expect(`${subject} ${text}`).not.toMatch(/[{}]/)
        const hasLink = personMails[name].text.includes('{link}')
        expect([name, lines.filter((line) => line === '<link>')]).toEqual([name, hasLink ? ['<link>'] : []])
      }
    },
  )

  it('cannot be reversed by a name', () => {
    const name = 'A\r\nBcc: b@c.in\u202e{link}'
    const { text, subject } = personMail(
      'welcome',
      { name, link: 'L', page: 'P', fee: 'F', agency: 'A' },
      'en',
    )
    expect(text.split('\n')[0]).toBe('Dear A Bcc: b@c.in {link},')
    expect(subject).toBe('Your registration, and your agreement')
  })

  it('ends with the agency’s name on its own line, with a capital', () => {
    const values = { name: 'A', link: 'L', page: 'P', fee: 'F', agency: 'the agency' }
    expect(personMail('welcome', values, 'en').text).toMatch(/\nThe agency$/)
    const { subject } = personMail(
      'letter',
      { name: 'A', words: 'w', reference: 'R', agency: 'the agency' },
      'en',
    )
    expect(subject).toBe('A message from the agency (R)')
  })

  it('keeps the joiners of names in Indian scripts', () => {
    const name = 'श्री\u200dराम क\u094d\u200cष'
    const { text } = personMail('welcome', { name, link: 'L', page: 'P', fee: 'F', agency: 'A' }, 'hi')
    expect(text).toContain(name)
  })
})

it.each([
  ['en', '29 November 2026 at 8:31 pm'],
  ['hi', '29 नवंबर 2026 को 20:31 बजे'],
] as const)(
  'a moment is written in India’s time, in %s without a word of another language',
  (language, said) => {
    expect(timeInIndia(Date.UTC(2026, 10, 29, 15, 1), language)).toBe(said)
  },
)
