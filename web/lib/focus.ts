/** No double click takes longer than this, in milliseconds, with any setting. */
const DOUBLE_CLICK_MS = 1000

/** Ignores the second click of a double click, after a press that puts something else under the pointer. */
export function swallowSecondClick(): void {
  function swallow(event: MouseEvent) {
    // The browser counts clicks at one place: this is not the first.
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, true)
  setTimeout(() => removeEventListener('click', swallow, true), DOUBLE_CLICK_MS)
}

/** Moves the focus to an element and scrolls to it. */
export function leadTo(element: HTMLElement | null, block: ScrollLogicalPosition = 'center'): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block })
}

/** What may take the focus when the focused element is gone. */
const partsAround = 'li, form, section, [role="group"], main'

/**
 * If a focused element disappears, gives the focus to the nearest remaining part around it. Returns a function that
 * stops this.
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
    // In its own task, since a removed element loses the focus while it is still there. A waiting button is disabled.
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
