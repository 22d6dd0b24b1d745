/** The forms of a sentence that depends on `count`. */
export type Plural = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>

/** The names in braces of a text. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/**
 * What another language must be like: the same keys, and in every text the same placeholders. Where that is not so, the
 * type says in words what is wrong.
 */
export type Translation<Other, English> = English extends Plural
  ? Other extends Plural
    ? unknown
    : 'has to have plural forms'
  : English extends string
    ? Other extends string
      ? SamePlaceholders<Other, English>
      : 'has to be a text'
    : {
        [Key in keyof English]: Key extends keyof Other ? Translation<Other[Key], English[Key]> : never
      } & Record<Exclude<keyof Other, keyof English>, 'is no key of English'>

type SamePlaceholders<Other extends string, English extends string> =
  Exclude<Placeholders<English>, Placeholders<Other>> extends never
    ? Exclude<Placeholders<Other>, Placeholders<English>> extends never
      ? unknown
      : `English has no {${Exclude<Placeholders<Other>, Placeholders<English>>}}`
    : `lacks {${Exclude<Placeholders<English>, Placeholders<Other>>}}`

/** The `language.ts` of every language says that its words are such a translation; the types fail where they are not. */
export type Complete<Own extends Wanted, Wanted> = Own
