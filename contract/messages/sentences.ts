import { type Language, pluralOf } from './languages.ts'
import type * as english from './en/index.ts'
import type { Placeholders, Plural } from './translation.ts'

/** Every sentence that a person can be shown, of one language. */
export type Dictionary = typeof english

type Values<Names extends string> = Readonly<Record<Names, string | number>>

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string | Plural
    ? Key
    : Tree[Key] extends readonly unknown[]
      ? never
      : `${Key}.${Keys<Tree[Key]>}`
}[keyof Tree & string]

/** Names a sentence whatever the language: its path in the dictionary, such as `enquiryMessages.sent`. */
export type MessageKey = Keys<Dictionary>

/** A sentence that is not yet in a language. A value may be a sentence itself, such as a duration. */
export type Sentence = MessageKey | SentenceWith | EnglishOnly
/** One whose placeholders are filled, or whose form a count decides. */
export interface SentenceWith {
  key: MessageKey
  values?: Readonly<Record<string, string | number | SentenceWith>>
}
/** A text that has no other language: of the desk, or of a library. */
interface EnglishOnly {
  text: string
}

/** The key of a sentence, for those who say it in words of their own. */
export function keyOf(sentence: Sentence): MessageKey | undefined {
  if (typeof sentence === 'string') return sentence
  return 'key' in sentence ? sentence.key : undefined
}

/** A text with its placeholders filled. */
export function fill<const Text extends string>(text: Text, values: Values<Placeholders<Text>>): string {
  return fillAny(text, values)
}

/** A sentence that depends on a count, with its placeholders filled. */
function counted(forms: Plural, values: Values<string> & { count: number }, language: Language): string {
  return fillAny(forms[pluralOf(values.count, language)] ?? forms.other, values)
}

function fillAny(text: string, values: Values<string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Says a sentence in a language; of its dictionary the part that has the sentence is enough. */
export function say(sentence: Sentence, language: Language, dictionary: Partial<Dictionary>): string {
  if (typeof sentence === 'string') return say({ key: sentence }, language, dictionary)
  if ('text' in sentence) return sentence.text
  const { key, values = {} } = sentence
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? say(value, language, dictionary) : value,
    ]),
  )
  const found = lookUp(dictionary, key)
  if (typeof found === 'string') return fillAny(found, filled)
  return counted(found, { ...filled, count: Number(filled['count']) }, language)
}

/** The text of a key within a part of a dictionary that has it. */
export function lookUp(tree: object, key: string): string | Plural {
  let found: unknown = tree
  for (const name of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[name]
  if (found === undefined) throw new Error(`No sentence has the key ${key}.`)
  return found as string | Plural
}
