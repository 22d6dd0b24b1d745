// Control and direction-override characters could forge a line or turn one around in a mail program. The two joiners
// (U+200C, U+200D) are format characters too, but names in Indian scripts are spelt with them.
const unprintable = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu

/** A visitor's text as one line that cannot forge another. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').trim()
}

/** A text of staff as it was typed, line by line. */
export function inLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.map((line) => line.replace(unprintable, ' ').trimEnd()).join('\n')
}

/** Characters that a terminal obeys, or that a reader does not see. */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const unseenButLines = /(?!\r\n|[\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A character as `\u001b`, which is how JSON itself writes it. */
export function escapedControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Text whose lines and tabs stay, and in which every other control character is written out. */
export function visible(text: string): string {
  return text.replaceAll(unseenButLines, escapedControl)
}
