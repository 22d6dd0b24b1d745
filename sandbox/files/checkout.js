/*
 * The checkout script of the simulated gateway. It behaves like the vendor's as far as a page can see:
 * `pnCheckoutShared` exists from the first call of `$.pnCheckout`, a panel is drawn into the page, and the script loads
 * its two parts itself until they arrive. It writes no HTML and runs under the strictest policy of a page.
 */
;(() => {
  const RETRY_MS = 500
  const WINDOW = 'popup,width=520,height=720'
  const base = document.querySelector('script[src*="server/lib/checkout.js"]').src.split('lib/checkout.js')[0]
  // Kept, because the script may be loaded again and a policy can be created only once.
  const policy = (window.sandboxPolicy ??= window.trustedTypes?.createPolicy('sandbox-gateway', {
    createScriptURL: (address) => address,
  }))
  const $ = (window.$ ??= window.jQuery ?? function jQueryStandIn() {})
  window.jQuery ??= $
  $.fn ??= {}

  const waiting = []
  /** Shared by the parts; `core` and `ui` are added as they load. */
  const words = window.sandboxWords[document.documentElement.lang] ?? window.sandboxWords['en-IN']
  const checkout = { words, switches: new Set(window.sandboxSwitches), openWindow, removePanel }
  window.sandboxCheckout = checkout
  window.bankWindow = ''

  function load(part) {
    const script = document.createElement('script')
    const address = `${base}lib/checkout-${part}.js`
    script.src = policy?.createScriptURL(address) ?? address
    script.onload = () => {
      if (checkout.core && checkout.ui) waiting.splice(0).forEach((work) => work())
    }
    script.onerror = () => setTimeout(load, RETRY_MS, part)
    document.head.append(script)
  }

  function whenLoaded(work) {
    if (checkout.core && checkout.ui) work()
    else waiting.push(work)
  }

  function drawPanel() {
    removePanel()
    const backdrop = document.createElement('div')
    backdrop.className = 'modalpage'
    const panel = document.createElement('div')
    panel.id = 'checkoutmodal'
    panel.setAttribute('role', 'dialog')
    panel.setAttribute('aria-label', words.name)
    panel.append(words.loading)
    document.body.append(backdrop, panel)
    document.body.classList.add('hideScroll')
    return panel
  }

  function removePanel() {
    document.querySelectorAll('#checkoutmodal, .modalpage').forEach((one) => one.remove())
    document.body.classList.remove('hideScroll')
  }

  /** Opens an empty window during a click. The bank's page is posted into it later. */
  function openWindow(order) {
    if (!order.features.enableNewWindowFlow || (window.bankWindow && !window.bankWindow.closed)) return
    try {
      window.bankWindow = window.open('', '', WINDOW)
      // Throws without a window, at the same place as the vendor's script.
      window.bankWindow.name = `sandbox-bank-${order.consumerData.txnId}`
    } catch {
      order.features.enableNewWindowFlow = false
      if (order.consumerData.returnUrl) return
      whenLoaded(() => checkout.ui.say('Please provide a "returnUrl". Unable to open new window!'))
    }
  }

  function pnCheckout(config) {
    const { responseHandler: handler, ...consumerData } = config.consumerData
    const features = { showPGResponseMsg: true, ...config.features }
    const order = { features, consumerData, handler, panel: drawPanel() }
    const isChosenInPanel = checkout.switches.has('panel')
    whenLoaded(() => checkout.ui.offerBank(order))
    if (!order.features.enableNewWindowFlow && !isChosenInPanel)
      whenLoaded(() => checkout.core.showBank(order))
    window.pnCheckoutShared = {
      openNewWindow() {
        if (isChosenInPanel) return
        openWindow(order)
        if (order.features.enableNewWindowFlow) whenLoaded(() => checkout.core.showBank(order))
      },
    }
  }

  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = `${base}css/checkout.css`
  document.head.append(sheet)
  load('core')
  load('ui')
  $.pnCheckout = pnCheckout
  $.fn.pnCheckout = pnCheckout
})()
