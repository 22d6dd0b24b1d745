/** Milliseconds since the visitor opened the page; a page drawn ahead of its opening counts from the opening. */
export function timeOpen(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const opened = navigation && 'activationStart' in navigation ? Number(navigation.activationStart) : 0
  return Math.max(0, Math.round(performance.now() - opened))
}
