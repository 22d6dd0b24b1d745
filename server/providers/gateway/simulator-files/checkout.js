/*
 * The checkout script of the gateway's stand-in: the global names of the real one, so that a page which works with this
 * works with that. It needs no jQuery, writes no HTML and runs under the strictest policy a page can have.
 */
;(() => {
  const BANK = '/sandbox/gateway/bank'
  const ABANDON = '/sandbox/gateway/abandon'
  const WINDOW = 'sandbox-bank'
  const CLOSED_CHECK_MS = 250
  /** An answer may still be on its way when the window is seen to be closed. */
  const GRACE_MS = 750
  /** The real script gives a bank that is not used ten minutes. */
  const IDLE_MS = 10 * 60 * 1000

  const $ = (window.$ ??= window.jQuery ?? function jQueryStandIn() {})
  window.jQuery ??= $
  $.fn ??= {}

  let current

  /** Posts the order into a window; the words of it are nobody's business in an address. */
  function showBank(config, target) {
    const form = document.createElement('form')
    const field = document.createElement('input')
    form.method = 'post'
    form.action = BANK
    form.target = target
    field.type = 'hidden'
    field.name = 'config'
    field.value = JSON.stringify(config)
    form.append(field)
    form.hidden = true
    document.body.append(form)
    form.submit()
    form.remove()
  }

  function finish(order, answer) {
    if (order.done) return
    order.done = true
    clearInterval(order.watch)
    clearTimeout(order.idle)
    order.channel.close()
    order.handler?.(answer)
  }

  /** Asks what the answer is now that the window is gone: an abort, unless the bank had decided already. */
  async function abandon(order) {
    if (order.done) return
    const response = await fetch(ABANDON, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ config: order.config }),
    }).catch(() => undefined)
    const answer = response?.ok ? await response.json().catch(() => undefined) : undefined
    finish(order, answer)
  }

  /** The bank's window speaks on a channel of its order's own, which no other site can join. */
  function listen(order) {
    order.channel = new BroadcastChannel(`sandbox-bank-${order.config.consumerData.txnId}`)
    order.channel.onmessage = ({ data }) => finish(order, data)
  }

  function watch(order) {
    const { enableAbortResponse } = order.config.features
    order.watch = setInterval(() => {
      if (!order.window.closed) return
      clearInterval(order.watch)
      if (enableAbortResponse) setTimeout(abandon, GRACE_MS, order)
    }, CLOSED_CHECK_MS)
    order.idle = setTimeout(() => {
      order.window.close()
      void abandon(order)
    }, IDLE_MS)
  }

  function pnCheckout(config) {
    const { responseHandler, ...consumerData } = config.consumerData
    const plain = { ...config, consumerData }
    current = { config: plain, handler: responseHandler }
    if (!config.features.enableNewWindowFlow) showBank(plain, '_self')
  }

  /** Called in the very click, so that no browser takes the window for an advertisement. */
  function openNewWindow() {
    const order = current
    if (!order || order.window) return
    // An address to return to gets the answer itself, and this page none.
    order.window = window.open('', WINDOW, 'popup,width=520,height=720')
    if (!order.window) return
    listen(order)
    showBank(order.config, WINDOW)
    watch(order)
  }

  $.pnCheckout = pnCheckout
  $.fn.pnCheckout = pnCheckout
  window.pnCheckoutShared = { openNewWindow }
})()
