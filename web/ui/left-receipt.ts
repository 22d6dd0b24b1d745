import { readTexts, storeTexts, forget } from '#web/lib/tab-storage.ts'

/** Where a receipt waits for the home page. */
const KEPT = 'receipt'

interface LeftReceipt {
  reference?: string | undefined
  next?: string | undefined
  /** The address of the person's own page, and the words of the link to it. */
  page?: string | undefined
  pageWords?: string | undefined
}

/** Keeps a receipt for the home page of this tab, with its sentences, so that the page needs no words of its own. */
export function leaveReceipt({ reference = '', next = '', page = '', pageWords = '' }: LeftReceipt): void {
  storeTexts(KEPT, { reference, next, page, pageWords })
}

/** Shows a stored receipt once, in its place on the page. */
export function showLeftReceipt(): void {
  // Nobody sees a page that is rendered ahead.
  if ('prerendering' in document && document.prerendering)
    return document.addEventListener('prerenderingchange', showLeftReceipt, { once: true })
  const lines = readTexts(KEPT)
  forget(KEPT)
  const place = document.querySelector<HTMLElement>('[data-receipt]')
  for (const [name, className] of [
    ['reference', 'font-semibold'],
    ['next', 'mt-1'],
  ] as const) {
    const text = lines?.[name]
    if (!text || !place) continue
    const line = document.createElement('p')
    line.className = className
    line.textContent = text
    place.append(line)
  }
  // Only an address of this site, whatever the tab's storage contains.
  if (!place || !lines?.['pageWords'] || !/^\/(?!\/)/.test(lines['page'] ?? '')) return
  const link = document.createElement('a')
  link.href = lines['page'] ?? ''
  link.className = 'link inline-flex min-h-12 items-center'
  link.textContent = lines['pageWords']
  place.append(link)
}
