import { type Dictionary, fill, lookUp, type Sentence } from '#contract/messages/sentences.ts'
import { sizeInWords } from '#contract/messages/with-values.ts'
import { fileSizes } from '#messages/forms.ts'

/** The part of the dictionary that a form needs; a page contains no more. */
export type Groups = Part<Dictionary>
type Part<Tree> = Tree extends string ? Tree : { [Key in keyof Tree]?: Part<Tree[Key]> }

/** Returns a sentence of those groups. None of them depends on a count, since the code for that would be in every form. */
export function sayFrom(groups: Groups, sentence: Sentence): string {
  if (typeof sentence === 'string') return String(lookUp(groups, sentence))
  if ('text' in sentence) return sentence.text
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => {
    return [name, typeof value === 'object' ? sayFrom(groups, value) : value]
  })
  return fill(String(lookUp(groups, sentence.key)), Object.fromEntries(values))
}

/** Returns the sentence of a schema's key, or the schema's own text if it is no key of those groups. */
export function wordsOf(text: string, groups: object): string {
  const [group = ''] = text.split('.')
  return Object.hasOwn(groups, group) ? String(lookUp(groups, text)) : text
}

export function sizeOf(bytes: number): string {
  return sayFrom({ fileSizes }, sizeInWords(bytes))
}
