/** Pixels left free above and below what is kept in sight. */
const ROOM = 12

/** A field with its label and its message, or whatever else is in use. */
function partInUse(pressed: Element | null): Element | null {
  const { activeElement, body } = document
  const used = activeElement === body ? pressed : activeElement
  return used?.closest('[data-field]') ?? used
}

function scrollDown(distance: number): void {
  scrollBy({ top: distance, behavior: 'instant' })
}

/** Uncovers what is in use where a toast lies over it. */
function uncover(part: Element, toastsEnd: number): void {
  const { top, bottom } = part.getBoundingClientRect()
  if (bottom > 0 && top < toastsEnd + ROOM) scrollDown(top - toastsEnd - ROOM)
}

/** Shows a field that is wrong from its label to its message; its label, where there is no room for both. */
function reveal(part: Element, toastsEnd: number): void {
  const { top, bottom } = part.getBoundingClientRect()
  const above = top - toastsEnd - ROOM
  const below = bottom + ROOM - innerHeight
  if (above < 0) scrollDown(above)
  else if (below > 0) scrollDown(Math.min(below, above))
}

/**
 * Keeps the field that has the focus, or else the button that was pressed, clear of the toasts of a region, and shows a
 * field that is wrong whole. Answers how to stop.
 */
export function keepInSight(region: HTMLElement): () => void {
  let pressed: Element | null = null
  function look() {
    const part = partInUse(pressed)
    // What lies over the page is not moved by its scrolling.
    if (!part || region.contains(part) || part.closest('[role="dialog"]')) return
    const ends = [...region.children].map((toast) => toast.getBoundingClientRect().bottom)
    const toastsEnd = Math.max(0, ...ends)
    if (part.querySelector('[aria-invalid="true"]')) reveal(part, toastsEnd)
    else if (toastsEnd > 0) uncover(part, toastsEnd)
  }
  const note = ({ target }: Event) => (pressed = target instanceof Element ? target.closest('button') : null)
  const watch = new MutationObserver(look)
  watch.observe(region, { childList: true })
  watch.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
  document.addEventListener('pointerdown', note, true)
  document.addEventListener('focusin', look)
  return () => {
    watch.disconnect()
    document.removeEventListener('pointerdown', note, true)
    document.removeEventListener('focusin', look)
  }
}
