import { languages } from '#contract/messages/languages.ts'
import type { OneText } from '#contract/schemas/agreements.ts'
import type { TextStyle } from './text-layout.ts'

const quiet = '#4a4a4a'

/** How each kind of text of an agreement is set. */
const styles = {
  H1: { size: 20, leading: 28, bold: true },
  H2: { size: 12.5, leading: 18, bold: true },
  body: { size: 10, leading: 15 },
  caption: { size: 10, leading: 15, bold: true },
  label: { size: 9, leading: 14, colour: quiet },
  value: { size: 10, leading: 14 },
  fingerprint: { size: 7.6, leading: 14 },
  /** The name that signs, and the line below it. */
  signed: { size: 16, leading: 24 },
  small: { size: 8.5, leading: 13, colour: quiet },
  foot: { size: 8, leading: 12, colour: quiet },
} satisfies Record<string, TextStyle>
export type Styles = Record<keyof typeof styles, TextStyle>

/** Noto's Devanagari and Gujarati reach 0.41 em below the line, its Latin 0.29. */
const TALL = 1.15

/** The styles of a text in that language. */
export function stylesIn(language: OneText['language']): Styles {
  if (language === languages.en.tag) return styles
  const taller = Object.entries(styles).map(([name, style]) => [
    name,
    { ...style, leading: style.leading * TALL },
  ])
  return Object.fromEntries(taller) as Styles
}
