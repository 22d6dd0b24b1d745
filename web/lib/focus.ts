/** No double click has its second later than this, in milliseconds, wherever it is set. */
const DOUBLE_CLICK_MS = 1000

/**
 * Swallows the second click of a double click, after a press that puts something else under the pointer. Who presses
 * twice means the button once.
 */
export function swallowSecondClick(): void {
  function swallow(event: MouseEvent) {
    // The browser counts the clicks of one place: this is no first one.
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, true)
  setTimeout(() => removeEventListener('click', swallow, true), DOUBLE_CLICK_MS)
}

/** Takes the focus to an element and the page with it. */
export function leadTo(element: HTMLElement | null, block: ScrollLogicalPosition = 'center'): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block })
}

/** What the focus may go to when what had it is gone. */
const partsAround = 'li, form, section, [role="group"], main'

/**
 * A button that is gone once it was pressed takes the focus with it. This gives it to the nearest part around that is
 * still there. Answers how to stop.
 */
export function keepFocusNear(): () => void {
  let focused: Element | undefined
  let around: HTMLElement[] = []
  function note({ target }: FocusEvent) {
    focused = target as Element
    around = []
    for (let part = focused.parentElement; part; part = part.parentElement) {
      if (part.matches(partsAround)) around.push(part)
    }
  }
  function forget() {
    // In a task of its own: what is taken away loses the focus while it is still there. A button that waits is disabled.
    setTimeout(() => {
      const isLeft = focused?.isConnected && !focused.matches(':disabled')
      if (isLeft && document.activeElement === document.body) focused = undefined
    })
  }
  const watch = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    focused = undefined
    const part = around.find((one) => one.isConnected)
    part?.setAttribute('tabindex', '-1')
    part?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', note)
  addEventListener('focusout', forget)
  return () => {
    watch.disconnect()
    removeEventListener('focusin', note)
    removeEventListener('focusout', forget)
  }
}
