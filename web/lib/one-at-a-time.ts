/** Does the work unless it is under way already; free again however it ends, by an error too. */
export async function oneAtATime(running: { current: boolean }, work: () => Promise<void>): Promise<void> {
  if (running.current) return
  running.current = true
  try {
    await work()
  } finally {
    running.current = false
  }
}
