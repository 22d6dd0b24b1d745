/**
 * The format of a description: paragraphs and lists (`- `) separated by blank lines, `**bold**` and
 * `[words](https://…)`. Everything else, including markup, is text and never becomes HTML.
 */
export interface RichText {
  kind: 'paragraph' | 'list'
  /** The items of a list; a paragraph has one. */
  items: Inline[][]
}

export interface Inline {
  text: string
  bold?: true
  /** An https address. */
  href?: string
}

/** Invisible characters and those that change the direction of text, which can make a text look like another. */
const invisible =
  /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\u061c\u00ad\u3164]|[^\P{Cc}\n]/gu

/** Removes characters that could make a text look like another, and normalises line ends. */
export function plainText(written: string): string {
  return written
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(invisible, '')
}

/** Parses a description. */
export function richText(written: string): RichText[] {
  const blocks = plainText(written).split(/\n\s*\n/)
  return blocks.flatMap((block) => partsOf(block.split('\n').filter((line) => line.trim() !== '')))
}

const bullet = /^\s*[-*•]\s+/

/** A list may follow a paragraph without a blank line. */
function partsOf(lines: readonly string[]): RichText[] {
  const parts: RichText[] = []
  for (const line of lines) {
    const kind = bullet.test(line) ? 'list' : 'paragraph'
    const text = line.replace(bullet, '').trim()
    const last = parts.at(-1)
    if (last?.kind !== kind) parts.push({ kind, items: [inlines(text)] })
    else if (kind === 'list') last.items.push(inlines(text))
    else last.items[0]?.push({ text: ' ' }, ...inlines(text))
  }
  return parts
}

const marked =
  /\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\((https:\/\/[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#][^\s()<>"]*)?)\)/gi

function inlines(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(marked)) {
    const [whole, bold, words, href] = match
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    if (bold !== undefined) parts.push({ text: bold, bold: true })
    else if (words !== undefined && href !== undefined) parts.push({ text: words, href })
    else parts.push({ text: whole })
    at = match.index + whole.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}
