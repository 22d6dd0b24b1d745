declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

/** Milliseconds until a browser that tells of no paint is taken to have painted. */
const PATIENCE_MS = 1000

/**
 * `client:painted`: an island wakes once the page has been painted, so that fetching and starting its scripts never
 * holds back what a visitor reads first (bench `pages`). A form that is used before that keeps what was typed.
 */
export default async function painted(load: () => Promise<() => Promise<void>>): Promise<void> {
  // While the page itself is still arriving, what is read first may not have come: the scripts would share its line.
  if (document.readyState === 'loading') {
    await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed))
  }
  // A frame that has begun may reach the screen much later, on a slow phone: the browser itself says when it did.
  await new Promise<unknown>((seen) => {
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
    setTimeout(seen, PATIENCE_MS)
  })
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  const wake = await load()
  await wake()
}
