import * as z from 'zod/mini'
import { languageCodes } from '#contract/messages/languages.ts'
import { mailMessages, mailTemplates, type MailTemplateName } from '#contract/messages/staff-mails.ts'

import { vacancyReference } from './vacancy-named.ts'

const BLANK_MAX = 300

const template = z.enum(Object.keys(mailTemplates) as [MailTemplateName, ...MailTemplateName[]])
const blank = z
  .string()
  .check(z.trim(), z.minLength(1, mailMessages.fill), z.maxLength(BLANK_MAX, mailMessages.tooLong))

/**
 * A template and what was filled into its blanks, by name. A vacancy at which the person stands is the position: its title is
 * written in the language that they read.
 */
export const mailDraft = z
  .object({
    template,
    blanks: z.record(z.string().check(z.maxLength(40)), blank),
    vacancy: z.optional(vacancyReference),
  })
  .check(
    z.superRefine(({ template: chosen, blanks, vacancy }, context) => {
      for (const { name } of mailTemplates[chosen].blanks) {
        if (blanks[name] || (name === 'position' && vacancy !== undefined)) continue
        context.addIssue({ code: 'custom', path: ['blanks', name], message: mailMessages.fill })
      }
    }),
  )
export type MailDraft = z.infer<typeof mailDraft>

/** The mail as it would go in the language of its record, its address masked. */
export const mailPreview = z.object({
  to: z.string(),
  language: z.enum(languageCodes),
  subject: z.string(),
  text: z.string(),
})
export type MailPreview = z.infer<typeof mailPreview>

/** The mail's own id makes a repeated request send it once. */
export const mailRequest = z.object({
  id: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  draft: mailDraft,
})
export const mailAccepted = z.object({ message: z.string() })
