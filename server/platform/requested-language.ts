import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { FieldError, FieldFault } from '#contract/errors.ts'
import { defaultLanguage, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { type Dictionary, keyOf, say as sayWith, type Sentence } from '#contract/messages/sentences.ts'

const loaded = await Promise.all(
  languageCodes.map(async (code) => [code, await import(`#contract/messages/${code}/index.ts`)] as const),
)

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages that visitors see. */
    languages: readonly Language[]
  }
}

/** Every sentence of every language. */
export const dictionaries = Object.fromEntries(loaded) as Record<Language, Dictionary>

export function say(sentence: Sentence, language: Language): string {
  return sayWith(sentence, language, dictionaries[language])
}

/** Returns the sentence that a schema names; a text that is no key stays unchanged. */
export function sentenceOf(text: string): Sentence {
  return keys.has(text) ? (text as Sentence) : { text }
}

const keys = new Set(keysOf(dictionaries[defaultLanguage]))

/** Returns the paths of texts and plurals only: a group is no sentence, and neither is an inherited property. */
function keysOf(tree: object, at = ''): string[] {
  return Object.entries(tree).flatMap(([name, part]: [string, unknown]) => {
    const path = at + name
    if (typeof part === 'string') return [path]
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return []
    return 'other' in part ? [path] : keysOf(part, `${path}.`)
  })
}

export function sayFields(faults: readonly FieldFault[], language: Language): FieldError[] {
  return faults.map(({ field, message }) => ({ field, message: say(message, language) }))
}

/** Characters of the header that are read; no browser sends as many, and eight thousand would take 4 ms. */
const ASKED_MAX = 400

/** Returns the language that a caller asks for (`Accept-Language`), English if we have none of them. */
export function requestedLanguage({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): Language {
  const asked = headers['accept-language']
  if (asked === undefined) return defaultLanguage
  // By tag first, so that two languages may differ only in their region; by code for other regions.
  const names = [...server.languages.map((code) => languages[code].tag), ...server.languages]
  const [best] = new Negotiator({ headers: { 'accept-language': asked.slice(0, ASKED_MAX) } }).languages(
    names,
  )
  return server.languages.find((code) => code === best || languages[code].tag === best) ?? defaultLanguage
}

/** Returns the language for mails to a person: theirs while the site has it (`LANGUAGES`), otherwise English. */
export function writtenIn(reads: Language, shown: readonly Language[]): Language {
  return shown.includes(reads) ? reads : defaultLanguage
}

/**
 * Returns an answer's sentence in its caller's language. The headers contain that language and the sentence's key,
 * for clients with words of their own.
 */
export function answerIn(reply: FastifyReply, sentence: Sentence): string {
  const language = requestedLanguage(reply.request)
  const key = keyOf(sentence)
  reply.headers({ 'content-language': languages[language].tag, ...(key ? { 'message-key': key } : {}) })
  return say(sentence, language)
}
