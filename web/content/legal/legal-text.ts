import { inWords } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { legalHeads } from '#messages/legal.ts'
import privacy from '#messages/legal/privacy.md?raw'
import refunds from '#messages/legal/refund-policy.md?raw'
import terms from '#messages/legal/terms.md?raw'
import { here, language } from '#web/lib/language.ts'

/** A piece of running text; `href` makes it a link. */
export interface TextPart {
  text: string
  kind?: 'strong' | 'link'
  href?: string
}

export type Block =
  | { kind: 'subheading'; text: string }
  | { kind: 'paragraph'; parts: TextPart[] }
  | { kind: 'bulleted' | 'numbered' | 'address'; lines: TextPart[][] }

export interface LegalSection {
  /** The anchor of the contents list, as written after the heading. */
  id: string
  heading: string
  blocks: Block[]
}

const inline =
  /\*\*(?<strong>.+?\*\* ?)|\[(?<text>[^[\]]+)\]\((?<path>[^)]+)\)|(?<mail>\[\[agency\.\w*email\]\])/gi

function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of line.matchAll(inline)) {
    const { strong, text, path, mail } = found.groups ?? {}
    if (found.index > end) parts.push({ text: line.slice(end, found.index) })
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong.replace('**', '') })
    else parts.push({ kind: 'link', text: text ?? mail ?? '', href: path ? here(path) : `mailto:${mail}` })
    end = found.index + found[0].length
  }
  if (end < line.length) parts.push({ text: line.slice(end) })
  return parts
}

function blockOf(source: string): Block {
  const linesWithout = (mark: RegExp) => source.split('\n').map((line) => partsOf(line.replace(mark, '')))
  if (source.startsWith('### ')) return { kind: 'subheading', text: source.slice(4) }
  if (source.startsWith('- ')) return { kind: 'bulleted', lines: linesWithout(/^- /) }
  if (source.startsWith('1. ')) return { kind: 'numbered', lines: linesWithout(/^\d+\. /) }
  if (source.includes('\\\n')) return { kind: 'address', lines: linesWithout(/\\$/) }
  return { kind: 'paragraph', parts: partsOf(source) }
}

function sectionOf(source: string): LegalSection {
  const [first = '', ...blocks] = source.trim().split('\n\n')
  const { heading, id } = /^(?<heading>.+) \{#(?<id>.+)\}$/.exec(first)?.groups ?? {}
  if (!heading || !id) throw new Error(`A section must begin with «## Heading {#anchor}»: ${first}`)
  return { id, heading, blocks: blocks.map(blockOf) }
}

/**
 * Reads the Markdown that the legal texts use: `## Heading {#anchor}` begins a section; besides there are `###`, lists,
 * strong words and links. An e-mail address becomes a link, and lines that end with `\` an address.
 */
function textOf(source: string) {
  const [intro = '', ...sections] = source.split(/^## /m)
  return {
    intro: intro.trim() === '' ? [] : intro.trim().split('\n\n').map(blockOf),
    sections: sections.map(sectionOf),
  }
}

const dateIso = '2025-02-15'
const dated = { dateText: inWords(dateIso, language), dateIso }

export interface LegalText extends ReturnType<typeof textOf> {
  title: string
  path: (typeof pages)['privacy' | 'terms' | 'refundPolicy']
  /** For search engines, 120 to 155 characters with the default name. */
  description: string
  dateLabel: string
  dateText: string
  /** The same day as `dateText`, for `<time datetime>`. */
  dateIso: string
}

/** The fourteen sections of the specification, in its order, and one more. */
export const privacyPolicy: LegalText = {
  ...legalHeads.privacy,
  path: pages.privacy,
  ...dated,
  ...textOf(privacy),
}

export const termsOfUse: LegalText = {
  ...legalHeads.terms,
  path: pages.terms,
  ...dated,
  ...textOf(terms),
}

/** Every rule of the specification's Refund Policy, each under its own heading. */
export const refundPolicy: LegalText = {
  ...legalHeads.refundPolicy,
  path: pages.refundPolicy,
  ...dated,
  ...textOf(refunds),
}
