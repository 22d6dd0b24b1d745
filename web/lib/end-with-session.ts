/** A session is over thirty minutes after its last use (`server/platform/sessions`); a minute more, so that a look never prolongs it. */
const OVER_MS = 31 * 60_000
const LOOK_EVERY_MS = 30_000

let usedAt = Date.now()

/** Notes that the server was asked for something, which keeps the session alive. */
export function noteUse(): void {
  usedAt = Date.now()
}

/**
 * Once the session is over, loads the page anew, so that what it shows of a verified person goes with it. What was typed is
 * kept as over any refresh. Answers with what stops looking.
 */
export function endWithSession(): () => void {
  const look = setInterval(() => {
    if (Date.now() - usedAt < OVER_MS) return
    clearInterval(look)
    // Or a browser that keeps fields over a refresh would fill in again what the server had told.
    for (const form of document.forms) form.reset()
    location.reload()
  }, LOOK_EVERY_MS)
  return () => clearInterval(look)
}
