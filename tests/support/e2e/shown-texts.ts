import type { Page } from 'playwright-core'

export interface Shown {
  /** What a page shows or says in its own language. */
  texts: string[]
  /** What stands in its fields: a person's own. */
  typed: string[]
}

/** Everything that a page shows or says, except where it names another language by `lang`. */
export function shownTexts(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const own = document.documentElement.lang
    const isOwn = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === own
    const texts: string[] = [document.title]
    const spoken = ['aria-label', 'alt', 'placeholder', 'title', 'content']
    for (const element of document.querySelectorAll(
      'body *, meta[name="description"], meta[property="og:title"]',
    )) {
      if (!isOwn(element) || element.closest('[data-names]')) continue
      for (const name of spoken) {
        const text = element.getAttribute(name)
        if (text && (name !== 'content' || element.localName === 'meta')) texts.push(text)
      }
      if (element.matches('script, style, noscript, textarea, [type="hidden"]')) continue
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) texts.push(node.textContent)
      }
    }
    const fields = document.querySelectorAll<HTMLInputElement>(
      'input:not([type="file"], [type="checkbox"], [type="radio"]), textarea',
    )
    return { texts, typed: [...fields].map((field) => field.value).filter((value) => value.length > 1) }
  })
}
