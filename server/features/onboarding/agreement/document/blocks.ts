import type { AgreementBlock, AgreementSection } from '#contract/schemas/agreements.ts'

/** The pieces that the template is written in. */
export function paragraph(text: string): AgreementBlock {
  return { kind: 'paragraph', text }
}

export function list(...items: string[]): AgreementBlock {
  return { kind: 'list', items }
}

export function table(caption: string, rows: readonly (readonly [string, string])[]): AgreementBlock {
  return { kind: 'table', caption, rows: rows.map(([label, value]) => ({ label, value })) }
}

export function terms(id: string, heading: string, ...blocks: AgreementBlock[]): AgreementSection {
  return { id, part: 'terms', heading, blocks }
}
