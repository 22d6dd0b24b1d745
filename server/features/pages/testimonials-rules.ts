import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { type Testimonial, TESTIMONIALS } from '#contract/schemas/agency.ts'
import type { App } from '#server/context.ts'
import { StartError } from '#server/platform/data-folder.ts'
import { dictionaries } from '#server/platform/requested-language.ts'

/** Returns the testimonials in a language. */
export type Testimonials = (language: Language) => readonly Testimonial[]

const inLanguages = z.partialRecord(z.enum(languageCodes), z.string().check(z.minLength(1)))
const words = z.union([z.string(), inLanguages])
const ownTestimonials = z
  .array(z.object({ name: words, text: words, role: z.optional(words) }))
  .check(z.length(TESTIMONIALS))

/** Reads the testimonials from the agency's file; samples unless the site is in production. */
export async function testimonialsOf({
  testimonials: path,
  languages: served,
  production,
}: Pick<App['config'], 'testimonials' | 'languages' | 'production'>): Promise<Testimonials | undefined> {
  if (path === undefined)
    return production ? undefined : (language) => Object.values(dictionaries[language].testimonialTexts)
  const fault = (why: string) => new StartError(`AGENCY_TESTIMONIALS: ${path} ${why}`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fault(`cannot be read (${error.code})`)
  })
  const read = ownTestimonials.safeParse(jsonOf(text))
  if (!read.success)
    throw fault(`must be a list of ${TESTIMONIALS} testimonials, each with a name and a text`)
  const said = (given: z.output<typeof words>, language: Language) => {
    const own = typeof given === 'string' ? given : given[language]
    if (own === undefined) throw fault(`says a name, a text or a role not in “${language}”`)
    return own
  }
  const all = served.map((language) => {
    const own = read.data.map(({ name, text, role }) => ({
      name: said(name, language),
      text: said(text, language),
      role: role && said(role, language),
    }))
    return [language, own] as const
  })
  const byLanguage = new Map(all)
  return (language) => byLanguage.get(language) ?? []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
