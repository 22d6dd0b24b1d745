import * as z from 'zod/mini'
import { languageCodes } from '#contract/messages/languages.ts'
import {
  blankMax,
  type MailBlank,
  mailMessages,
  mailTemplates,
  type MailTemplateName,
} from '#contract/messages/staff-mails.ts'
import { vacancyReference } from './vacancy-named.ts'

const template = z.enum(Object.keys(mailTemplates) as [MailTemplateName, ...MailTemplateName[]])
const longest = blankMax({ input: 'lines' })
const blank = z
  .string()
  .check(z.trim(), z.minLength(1, mailMessages.fill), z.maxLength(longest, mailMessages.tooLong(longest)))

/** A template with its filled blanks. `vacancy` replaces the blank `position` by its title in the person's language. */
export const mailDraft = z
  .object({
    template,
    blanks: z.record(z.string().check(z.maxLength(40)), blank),
    vacancy: z.optional(vacancyReference),
  })
  .check(
    z.superRefine(({ template: chosen, blanks, vacancy }, context) => {
      for (const wanted of mailTemplates[chosen].blanks as readonly MailBlank[]) {
        const [written = '', most] = [blanks[wanted.name], blankMax(wanted)]
        if (wanted.name === 'position' && vacancy !== undefined) continue
        if (written !== '' && written.length <= most) continue
        const message = written === '' ? mailMessages.fill : mailMessages.tooLong(most)
        context.addIssue({ code: 'custom', path: ['blanks', wanted.name], message })
      }
    }),
  )
export type MailDraft = z.infer<typeof mailDraft>

/** The mail in the language of its record, with a masked address. */
export const mailPreview = z.object({
  /** A question before sending if the time seems wrong; otherwise empty. */
  question: z.string(),
  to: z.string(),
  language: z.enum(languageCodes),
  subject: z.string(),
  text: z.string(),
})
export type MailPreview = z.infer<typeof mailPreview>

/** The id makes a repeated request send the mail once. */
export const mailRequest = z.object({
  id: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  draft: mailDraft,
  /** The question of the preview was answered with yes. */
  sure: z.optional(z.boolean()),
})
export const mailAccepted = z.object({ message: z.string() })
