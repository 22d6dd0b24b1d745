import * as dictionary from '#contract/messages/en/index.ts'
import { say, type Sentence } from '#contract/messages/sentences.ts'
import * as sentences from '#contract/messages/with-values.ts'

/** Makes functions return their sentences in English, with values. */
function inEnglish<Given extends unknown[]>(make: (...given: Given) => Sentence) {
  return (...given: Given) => english(make(...given))
}

export const wrongCode = inEnglish(sentences.wrongCode)
export const sentJustNow = inEnglish(sentences.sentJustNow)
export const tooManySends = inEnglish(sentences.tooManySends)
export const tooManyWrongCodes = inEnglish(sentences.tooManyWrongCodes)
export const noSendsNow = inEnglish(sentences.noSendsNow)
export const tooManyRequests = inEnglish(sentences.tooManyRequests)
export const fileTooLarge = inEnglish(sentences.fileTooLarge)
export const fileOfWrongKind = inEnglish(sentences.fileOfWrongKind)

/** Returns the English text of a sentence, or of a schema's key. */
export function english(sentence: Sentence | string): string {
  return say(sentence as Sentence, 'en', dictionary)
}
