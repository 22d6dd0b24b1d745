import type { BrowserContext, Page } from 'playwright-core'

interface Announcement {
  /** As its element has it, such as `success` or `warning`. */
  kind: string
  words: string
}

const announcements = new WeakMap<Page, Announcement[]>()

/** What toasts and banners have said in a page, in their order, also in a document that was left. */
export function announcementsOf(page: Page): Announcement[] {
  const all = announcements.get(page) ?? []
  announcements.set(page, all)
  return all
}

/** Notes what toasts and banners say in each page of a context: they are gone after some seconds. */
export async function noteAnnouncements(context: BrowserContext): Promise<void> {
  const note = ({ page }: { page: Page }, kind: string, words: string) =>
    void announcementsOf(page).push({ kind, words })
  await context.exposeBinding('noteAnnouncement', note)
  await context.addInitScript(watchAnnouncements)
}

/** Runs in each document before its own code. */
function watchAnnouncements(): void {
  const { noteAnnouncement } = window as unknown as { noteAnnouncement(kind: string, words: string): void }
  const last = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[data-toast], [data-banner] p')) {
      const words = one.textContent
      if (last.get(one) === words) continue
      last.set(one, words)
      const { toast, banner = '' } = one.closest<HTMLElement>('[data-toast], [data-banner]')?.dataset ?? {}
      noteAnnouncement(toast ?? banner, words)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
