// Control and direction-override characters could forge or reverse a line in a mail program. The two joiners (U+200C,
// U+200D) are format characters too, but names in Indian scripts need them.
const unprintable = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu

/** Returns a visitor's text as one line that cannot forge another. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').trim()
}

/** Returns the lines of a text by staff as it was typed. */
export function inLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.map((line) => line.replace(unprintable, ' ').trimEnd()).join('\n')
}

/** Characters that a terminal interprets, or that a reader does not see. */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const unseenButLines = /(?!\r\n|[\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Returns a character as `\u001b`, like JSON. */
export function escapedControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Keeps lines and tabs of a text, and escapes every other control character. */
export function visible(text: string): string {
  return text.replaceAll(unseenButLines, escapedControl)
}
