import { readTexts, storeTexts, forget } from '#web/lib/tab-storage.ts'

/** Where a receipt waits for the home page. */
const KEPT = 'receipt'

/** Keeps a receipt for the home page of this tab: its lines as sentences, so that the page needs no words of its own. */
export function leaveReceipt({
  reference,
  next = '',
}: {
  reference: string
  next?: string | undefined
}): void {
  storeTexts(KEPT, { reference, next })
}

/** Shows what was left, if anything, in the place that the page has for it; it is there once. */
export function showLeftReceipt(): void {
  // A page drawn ahead is not looked at yet.
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
}
