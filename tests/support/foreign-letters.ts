import { inWords, languageCodes, languages } from '#contract/messages/languages.ts'

const scripts: Record<string, string> = { en: 'Latin', hi: 'Devanagari', gu: 'Gujarati' }

/** What is in Latin letters in every language: references, addresses, names of programs and forms. */
const everywhere =
  /https?:\/\/\S+|\S+@\S+|@\S+ #\d+|[\w.-]+\.(?:example|in|com|test)\b|\b[A-Z]{2}(?:-[0-9A-Z]{4,6})+\b/g

/** Removes addresses, names and what a person typed. */
function withoutNames(text: string, proper: readonly string[]): string {
  const names = [...proper, ...languageCodes.map((code) => languages[code].name)]
  return names
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, ' '), text.replaceAll(everywhere, ' '))
}

/** Returns the distinct words in other letters than the language's; `proper` are names and what a person typed. */
export function foreignWords(text: string, language: string, proper: readonly string[]): string[] {
  const words = withoutNames(text, proper).match(/[\p{L}\p{M}]+/gu) ?? []
  const own = `[\\p{Script=${scripts[language] ?? 'Latin'}}\\p{Script=Common}\\p{Script=Inherited}]`
  const isOwn = new RegExp(`^${own}+$`, 'u')
  return [...new Set(words.filter((word) => !isOwn.test(word)))]
}

/** Not in the dictionary: an unknown locale has the English months. */
const months = Array.from({ length: 12 }, (_, month) =>
  inWords(`2026-${String(month + 1).padStart(2, '0')}-01`, 'en').replaceAll(/[\d ,]/g, ''),
)

/**
 * Returns the distinct words outside the brackets of the pseudo-language. A sentence with a link or bold words comes
 * in parts, of which one has the bracket, so a word counts if it has a letter that the pseudo-language would accent.
 */
export function unbracketed(text: string, _: string, proper: readonly string[]): string[] {
  let depth = 0
  let outside = ''
  for (const letter of text) {
    if (letter === '⟦') depth += 1
    outside += depth === 0 ? letter : ' '
    if (letter === '⟧') depth = Math.max(0, depth - 1)
  }
  const words = withoutNames(outside, [...proper, ...months]).match(/\p{L}{2,}/gu) ?? []
  return [...new Set(words.filter((word) => /[aceinosuy]/i.test(word)))]
}
