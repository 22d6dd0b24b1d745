/** Takes the focus to an element and the page with it, at once: what was looked at before is gone. */
export function leadTo(element: HTMLElement | null, block: ScrollLogicalPosition = 'center'): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ behavior: 'instant', block })
}
