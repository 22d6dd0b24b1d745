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
