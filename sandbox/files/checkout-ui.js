/* The part of the simulated checkout script that fills the panel. */
;(() => {
  const { sandboxCheckout: checkout } = window
  const { words } = checkout

  function say(text) {
    const line = document.querySelector('#checkoutmodal [role="status"]')
    if (line) line.textContent = text
  }

  /** Replaces the content of the panel. */
  function fill(text, buttons) {
    const line = document.createElement('p')
    line.setAttribute('role', 'status')
    line.append(text)
    const made = buttons.map(([label, act]) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.append(label)
      button.onclick = act
      return button
    })
    document.getElementById('checkoutmodal')?.replaceChildren(line, ...made)
  }

  function toBank(order) {
    if (checkout.switches.has('throw')) throw new Error('The panel’s own click fails.')
    checkout.openWindow(order)
    const { enableNewWindowFlow } = order.features
    if (!enableNewWindowFlow && !order.consumerData.returnUrl) return
    checkout.core.showBank(order)
    if (enableNewWindowFlow) say(words.opened)
  }

  function close(order) {
    checkout.removePanel()
    window.bankWindow?.close?.()
    void checkout.core.abandon(order)
  }

  function offerBank(order) {
    fill(words.offer, [
      [words.toBank, () => toBank(order)],
      [words.close, () => close(order)],
    ])
  }

  /** Shows the result. A failed transaction can be tried again. */
  function showResult(order, isFailed, done) {
    window.bankWindow?.close?.()
    const leave = () => {
      checkout.removePanel()
      done()
    }
    fill(isFailed ? words.failed : words.complete, [
      ...(isFailed ? [[words.retry, () => toBank(order)]] : []),
      [words.close, leave],
    ])
  }

  checkout.ui = { say, offerBank, showResult }
})()
