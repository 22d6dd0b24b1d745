declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

/** Milliseconds until a browser that reports no paint counts as having painted. */
const PATIENCE_MS = 1000

/**
 * `client:painted`: an island wakes once the page has been painted, so that loading and starting its scripts never
 * delays what a visitor reads first (bench `pages`). A form that is used before keeps what was typed.
 */
export default async function painted(load: () => Promise<() => Promise<void>>): Promise<void> {
  // While the page is still arriving, its first words may be missing, and scripts would share its line.
  if (document.readyState === 'loading') {
    await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed))
  }
  // On a slow phone a frame may reach the screen much later than it began, so the browser itself reports it.
  await new Promise<unknown>((seen) => {
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
    setTimeout(seen, PATIENCE_MS)
  })
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  const wake = await load()
  await wake()
}
