/** Pixels left free above and below what is kept in sight. */
const ROOM = 12

/** A field with its label and its message, or whatever else is in use. */
function partInUse(pressed: Element | null): Element | null {
  const { activeElement, body } = document
  const used = activeElement === body ? pressed : activeElement
  return used?.closest('[data-field]') ?? used
}

/** How far the page has to go: a wrong field is shown from its label to its message, if there is room; others are uncovered. */
function distance(part: Element, toastsEnd: number): number {
  const { top, bottom } = part.getBoundingClientRect()
  const isWrong = part.querySelector('[aria-invalid="true"]')
  const above = top - toastsEnd - ROOM
  const below = bottom + ROOM - innerHeight
  if (above < 0) return isWrong || (toastsEnd > 0 && bottom > 0) ? above : 0
  return isWrong && below > 0 ? Math.min(below, above) : 0
}

/**
 * Keeps the field that has the focus, or else the button that was pressed, clear of the toasts of a region, and shows a
 * field that is wrong whole. Answers how to stop.
 */
export function keepInSight(region: HTMLElement): () => void {
  let pressed: Element | null = null
  let isDown = false
  function look() {
    // A page that scrolls under a finger takes the press away from what it was meant for.
    if (isDown) return
    const part = partInUse(pressed)
    // What lies over the page is not moved by its scrolling.
    if (!part || region.contains(part) || part.closest('[role="dialog"]')) return
    const ends = [...region.children].map((toast) => toast.getBoundingClientRect().bottom)
    scrollBy({ top: distance(part, Math.max(0, ...ends)), behavior: 'instant' })
  }
  const note = ({ target }: Event) => {
    isDown = true
    pressed = target instanceof Element ? target.closest('button') : null
  }
  const release = () => {
    isDown = false
    // After the click, which comes behind it.
    setTimeout(look)
  }
  const watch = new MutationObserver(look)
  watch.observe(region, { childList: true })
  watch.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
  const events = [
    ['pointerdown', note],
    ['pointerup', release],
    ['pointercancel', release],
    ['focusin', look],
  ] as const
  for (const [name, listener] of events) document.addEventListener(name, listener, true)
  return () => {
    watch.disconnect()
    for (const [name, listener] of events) document.removeEventListener(name, listener, true)
  }
}
