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
