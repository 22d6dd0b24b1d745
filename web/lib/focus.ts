const waiting: (() => void)[] = []
let isPressed = false

function release() {
  isPressed = false
  // In a task of its own: the click comes between the lifting of the finger and this.
  setTimeout(() => {
    if (!isPressed) for (const run of waiting.splice(0)) run()
  })
}

/** Starts to notice presses; once in a page. Answers how to stop. */
export function noticePresses(): () => void {
  const press = () => (isPressed = true)
  const ends = ['pointerup', 'pointercancel', 'dragend'] as const
  addEventListener('pointerdown', press, true)
  for (const end of ends) addEventListener(end, release, true)
  return () => {
    removeEventListener('pointerdown', press, true)
    for (const end of ends) removeEventListener(end, release, true)
    release()
  }
}

/**
 * Runs something once the press that is under way, if one is, has become a click. A message that appears under a field as
 * it is left moves everything below: without this it would take the button away from under the finger that is on it.
 */
export function afterPress(run: () => void): void {
  waiting.push(run)
  if (!isPressed) release()
}

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
