/* The part of the simulated checkout script that talks to the bank and passes its answer to the page. */
;(() => {
  const BANK = '/sandbox/gateway/bank'
  const ABANDON = '/sandbox/gateway/abandon'
  const CLOSED_CHECK_MS = 250
  /** An answer may still arrive after the window is closed. */
  const GRACE_MS = 750
  /** The vendor's script closes an unused bank window after ten minutes. */
  const IDLE_MS = 10 * 60 * 1000
  const failed = ['0399', '0392']
  const { sandboxCheckout: checkout } = window
  const { switches } = checkout

  /** Posts a form, because the data must not appear in an address. */
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

  /** The bank's window uses a channel per order, which no other site can join. */
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

  /** Asks for the answer after the window or panel was closed. Without one, the page is told nothing. */
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
    // The page may have removed the panel, and another attempt may have its own.
    if (order.panel.isConnected) checkout.removePanel()
    if (switches.has('post-after') || switches.has('post-only')) postBack(order, answer)
  }

  /** The vendor's page also posts the answer to the return address at the end of the window flow. */
  function postBack({ consumerData: { returnUrl } }, { stringResponse }) {
    if (returnUrl) post(returnUrl, '_self', { msg: stringResponse })
  }

  checkout.core = { showBank, abandon }
})()
