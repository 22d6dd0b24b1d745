import { type Dictionary, lookUp, say, type Sentence } from '#contract/messages/sentences.ts'
import { sizeInWords } from '#contract/messages/with-values.ts'
import { fileSizes } from '#messages/forms.ts'
import { language } from './language.ts'

/** The part of the dictionary that a form takes its sentences from: a page carries no more. */
export type Groups = { [Group in keyof Dictionary]?: Partial<Dictionary[Group]> }

/** Says a sentence of those groups in the language of this page. */
export function sayFrom(groups: Groups, sentence: Sentence): string {
  return say(sentence, language, groups as Partial<Dictionary>)
}

/** What a schema says: the sentence whose key it names, or its own text where that is no key of those groups. */
export function wordsOf(text: string, groups: Groups): string {
  const [group = ''] = text.split('.')
  return Object.hasOwn(groups, group) ? String(lookUp(groups, text)) : text
}

/** A number of bytes in words. */
export function sizeOf(bytes: number): string {
  return sayFrom({ fileSizes }, sizeInWords(bytes))
}
