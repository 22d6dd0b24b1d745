export const ANSWER_LIMIT_MS = 5000
/** The most that are shown; the server has the others. */
export const MOST = 100

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** A moment as a clock in India shows it. */
export function timeInIndia(at: Date): string {
  return `${clock.format(at)} IST`
}

/** The element that the page marks with `data-part`; every part is in the page's HTML. */
export function part<Kind extends Element = HTMLElement>(root: ParentNode, name: string): Kind {
  const found = root.querySelector<Kind>(`[data-part='${name}']`)
  if (!found) throw new Error(`The page has no part ${name}`)
  return found
}

/** Says words anew only when they change: a screen reader hears each change, and nothing between. */
export function statusLine(element: HTMLElement) {
  return function say(words: string, fault = false): void {
    if (element.textContent !== words) element.textContent = words
    element.toggleAttribute('data-fault', fault)
  }
}

const REFRESH_MS = 2000

/** Runs the work now and again two seconds after it ended, while the page is in view. Answers how to run it at once. */
export function keepFresh(root: HTMLElement, work: () => Promise<void>): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh(): Promise<void> {
    clearTimeout(timer)
    await work()
    clearTimeout(timer)
    if (!document.hidden && root.isConnected) timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void refresh()
  })
  void refresh()
  return refresh
}
