import { type Dictionary, fill, lookUp, type Sentence } from '#contract/messages/sentences.ts'
import { sizeInWords } from '#contract/messages/with-values.ts'
import { fileSizes } from '#messages/forms.ts'

/** The part of the dictionary that a form takes its sentences from: a page carries no more. */
export type Groups = Part<Dictionary>
type Part<Tree> = Tree extends string ? Tree : { [Key in keyof Tree]?: Part<Tree[Key]> }

/** Says a sentence of those groups, none of which depends on a count: what that needs would be in every form. */
export function sayFrom(groups: Groups, sentence: Sentence): string {
  if (typeof sentence === 'string') return String(lookUp(groups, sentence))
  if ('text' in sentence) return sentence.text
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => {
    return [name, typeof value === 'object' ? sayFrom(groups, value) : value]
  })
  return fill(String(lookUp(groups, sentence.key)), Object.fromEntries(values))
}

/** What a schema says: the sentence whose key it names, or its own text where that is no key of those groups. */
export function wordsOf(text: string, groups: object): string {
  const [group = ''] = text.split('.')
  return Object.hasOwn(groups, group) ? String(lookUp(groups, text)) : text
}

/** A number of bytes in words. */
export function sizeOf(bytes: number): string {
  return sayFrom({ fileSizes }, sizeInWords(bytes))
}
