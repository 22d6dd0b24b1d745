/* The part of the simulator's checkout script that speaks with the bank, and brings its answer to the page. */
;(() => {
  const BANK = '/sandbox/gateway/bank'
  const ABANDON = '/sandbox/gateway/abandon'
  const CLOSED_CHECK_MS = 250
  /** An answer may still be on its way when the window is seen to be closed. */
  const GRACE_MS = 750
  /** The vendor's script gives a bank that is not used ten minutes. */
  const IDLE_MS = 10 * 60 * 1000
  const failed = ['0399', '0392']
  const { sandboxCheckout: checkout } = window
  const { switches } = checkout

  /** Posts from the page itself; what is said in it is nobody's business in an address. */
  function post(action, target, fields) {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action, target, hidden: true })
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      Object.assign(field, { type: 'hidden', name, value })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
    form.remove()
  }

  function configOf({ features, consumerData }) {
    return { tarCall: false, features, consumerData }
  }

  function showBank(order) {
    const { enableNewWindowFlow } = order.features
    order.isAnswered = false
    if (enableNewWindowFlow) watch(order)
    const target = enableNewWindowFlow ? window.bankWindow.name : '_self'
    post(BANK, target, { config: JSON.stringify(configOf(order)), language: document.documentElement.lang })
  }

  /** The bank's window speaks on a channel of its order's own, which no other site can join. */
  function watch(order) {
    const bank = window.bankWindow
    order.channel = new BroadcastChannel(`sandbox-bank-${order.consumerData.txnId}`)
    order.channel.onmessage = ({ data }) => finish(order, data)
    order.look = setInterval(() => {
      if (!bank.closed) return
      clearInterval(order.look)
      setTimeout(() => void abandon(order), GRACE_MS)
    }, CLOSED_CHECK_MS)
    order.idle = setTimeout(() => bank.close(), IDLE_MS)
  }

  /** Asks what the answer is now that the window or the panel is gone; the page is told nothing where none comes. */
  async function abandon(order) {
    if (order.isAnswered || !order.features.enableAbortResponse) return
    const response = await fetch(ABANDON, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ config: configOf(order) }),
    }).catch(() => undefined)
    const answer = response?.ok ? await response.json().catch(() => undefined) : undefined
    if (answer) finish(order, answer)
  }

  function finish(order, answer) {
    if (order.isAnswered) return
    order.isAnswered = true
    clearInterval(order.look)
    clearTimeout(order.idle)
    order.channel?.close()
    const isFailed = failed.includes(answer.paymentMethod.paymentTransaction.statusCode)
    if (switches.has('retry') || order.features.showPGResponseMsg) {
      order.handler?.(answer)
      if (order.panel.isConnected) checkout.ui.showResult(order, isFailed, () => postBack(order, answer))
      return
    }
    if (switches.has('post-first')) postBack(order, answer)
    if (!switches.has('post-only')) order.handler?.(answer)
    // The page may have taken it away, and another attempt may have its own by now.
    if (order.panel.isConnected) checkout.removePanel()
    if (switches.has('post-after') || switches.has('post-only')) postBack(order, answer)
  }

  /** The vendor's page posts the answer to the address to return to at the end of the window flow too. */
  function postBack({ consumerData: { returnUrl } }, { stringResponse }) {
    if (returnUrl) post(returnUrl, '_self', { msg: stringResponse })
  }

  checkout.core = { showBank, abandon }
})()
