import type { pages } from '#contract/paths.ts'
import { agency } from '#contract/schemas/agency.ts'

/** A piece of running text. `mail` holds an address token, to be shown and linked with `mailto:`. */
export type TextPart =
  | string
  | { kind: 'strong'; text: string }
  | { kind: 'page'; path: (typeof pages)[keyof typeof pages]; text: string }
  | { kind: 'mail'; address: string }

export interface ContactEmail {
  label: string
  address: string
}

export type Block =
  | { kind: 'paragraph'; parts: TextPart[] }
  | { kind: 'subheading'; text: string }
  | { kind: 'list'; style: 'bulleted' | 'numbered'; items: TextPart[][] }
  | { kind: 'contact'; name: string; addressLines: string[]; emails: ContactEmail[] }

export interface LegalSection {
  /** Unique in its text, kebab-case: the anchor of the contents list. */
  id: string
  heading: string
  blocks: Block[]
}

export interface LegalText {
  title: string
  path: (typeof pages)['privacy' | 'terms' | 'refundPolicy']
  /** For search engines, 120 to 155 characters with the default name. */
  description: string
  dateLabel: 'Last modified' | 'Last Updated'
  dateText: string
  /** The same day as `dateText`, for `<time datetime>`. */
  dateIso: string
  /** What stands before the first section. */
  intro?: Block[]
  sections: LegalSection[]
}

type Item = string | TextPart[]

function itemParts(item: Item): TextPart[] {
  return typeof item === 'string' ? [item] : item
}

export function paragraph(...parts: TextPart[]): Block {
  return { kind: 'paragraph', parts }
}

export function subheading(text: string): Block {
  return { kind: 'subheading', text }
}

export function bullets(...items: Item[]): Block {
  return { kind: 'list', style: 'bulleted', items: items.map(itemParts) }
}

export function steps(...items: Item[]): Block {
  return { kind: 'list', style: 'numbered', items: items.map(itemParts) }
}

export function strong(text: string): TextPart {
  return { kind: 'strong', text }
}

export function pageLink(path: (typeof pages)[keyof typeof pages], text: string): TextPart {
  return { kind: 'page', path, text }
}

export function mailLink(address: string): TextPart {
  return { kind: 'mail', address }
}

/** The agency's postal address with the e-mail addresses that matter for the text at hand. */
export function postalContact(...emails: ContactEmail[]): Block {
  return {
    kind: 'contact',
    name: agency.nameStart,
    addressLines: [agency.street, `${agency.city} ${agency.pincode}`, `${agency.state}, India`],
    emails,
  }
}
