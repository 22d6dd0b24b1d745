declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

type Load = () => Promise<() => Promise<void>>

/**
 * `client:painted`: an island wakes once the page has been painted, so that fetching and starting its scripts never
 * holds back what a visitor reads first (bench `pages`). A form that is used before that keeps what was typed.
 */
export default function painted(load: Load): void {
  // While the page itself is still arriving, what is read first may not have come: the scripts would share its line.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => painted(load))
  else requestAnimationFrame(() => setTimeout(() => void wakeUp(load)))
}

async function wakeUp(load: Load): Promise<void> {
  const wake = await load()
  await wake()
}
