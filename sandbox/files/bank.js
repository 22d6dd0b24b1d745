/* The last page of the simulated bank sends the answer to the page that opened the window, or posts it back. */
;(() => {
  /** The delay lets the answer arrive before the window is seen to be closed. */
  const CLOSE_AFTER_MS = 300

  document.getElementById('return')?.submit()
  const block = document.getElementById('answer')
  if (!block) return
  const { transactionId, answer } = JSON.parse(block.textContent)
  const channel = new BroadcastChannel(`sandbox-bank-${transactionId}`)
  channel.postMessage(answer)
  setTimeout(() => window.close(), CLOSE_AFTER_MS)
})()
