type Load = () => Promise<() => Promise<void>>

/**
 * `client:painted`: an island wakes once the page has been painted, so that fetching and starting its scripts never
 * holds back what a visitor reads first (bench `pages`). A form that is used before that keeps what was typed.
 */
export default function painted(load: Load): void {
  requestAnimationFrame(() => {
    setTimeout(() => void wakeUp(load))
  })
}

async function wakeUp(load: Load): Promise<void> {
  const wake = await load()
  await wake()
}
