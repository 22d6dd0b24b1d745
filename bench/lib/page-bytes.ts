import { brotliCompressSync } from 'node:zlib'
import { fetchAnswer, textOf, wireBytes } from './answer.ts'
import type { Request } from './lighthouse.ts'

/** Bytes of bodies as they went over the wire. */
export interface PageBytes {
  /** Files, and what stands inline in the document compressed by itself. */
  script: number
  /** The document whole, inline scripts and all, and style sheets. */
  markup: number
  image: number
}

const inlineScript = /<script(?![^>]*(?:\ssrc=|ld\+json|speculationrules))[^>]*>([\s\S]+?)<\/script>/g

/** Asks our server for everything a page asked for, with brotli, and adds up. */
export async function pageBytes(requests: readonly Request[]): Promise<PageBytes> {
  const total: PageBytes = { script: 0, markup: 0, image: 0 }
  for (const { url, type } of requests.filter((request) => request.url.startsWith('http'))) {
    const answer = await fetchAnswer(url)
    const bytes = wireBytes(answer)
    if (type === 'Document') {
      total.markup += bytes
      const inline = [...textOf(answer).matchAll(inlineScript)].map((match) => match[1] ?? '').join('\n')
      total.script += inline === '' ? 0 : brotliCompressSync(inline).length
    } else if (type === 'Script') total.script += bytes
    else if (type === 'Stylesheet') total.markup += bytes
    else if (type === 'Image') total.image += bytes
  }
  return total
}

/** The words that a visitor reads in a document's main part, without those shown only when something fails. */
function wordsOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const text = main
    .replace(/<(script|style|button|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<div[^>]* ?(aria-hidden="true"|role="alert")[\s\S]*?<\/div>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
  return text.split(/\s+/).filter((word) => word !== '')
}

/** The share of all words that two pages have in common, so that a hand-written page left behind is noticed. */
export async function sharedWords(one: string, other: string): Promise<number> {
  const [left, right] = await Promise.all(
    [one, other].map(async (url) => wordsOf(textOf(await fetchAnswer(url)))),
  )
  const counts = new Map<string, number>()
  for (const word of left ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of right ?? []) {
    const count = counts.get(word) ?? 0
    if (count > 0) common += 1
    counts.set(word, count - 1)
  }
  return common / Math.max(left?.length ?? 0, right?.length ?? 0)
}
