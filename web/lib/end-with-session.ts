/**
 * A session ends thirty minutes after its last use (`server/platform/sessions`). A minute more, so that the check
 * itself never extends it.
 */
const OVER_MS = 31 * 60_000
const LOOK_EVERY_MS = 30_000

let usedAt = Date.now()

/** Records a request to the server, which extends the session. */
export function noteUse(): void {
  usedAt = Date.now()
}

/**
 * Reloads the page once the session is over, so that the data of a verified person disappear. What was typed is kept
 * as in any refresh. Returns a function that stops this.
 */
export function endWithSession(): () => void {
  const look = setInterval(() => {
    if (Date.now() - usedAt < OVER_MS) return
    clearInterval(look)
    // Otherwise a browser that keeps fields over a refresh would restore the server's data.
    for (const form of document.forms) form.reset()
    location.reload()
  }, LOOK_EVERY_MS)
  return () => clearInterval(look)
}
