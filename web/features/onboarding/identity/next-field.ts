/** Where a person goes on after an element of a form: the next field that is open and empty, or else its last button. */
export function nextToFill(form: HTMLFormElement, after: Element): HTMLElement | null {
  const behind = [...form.elements].filter(
    (one) => after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return (behind.find(isToFill) as HTMLElement | undefined) ?? form.querySelector('button[type="submit"]')
}

function isToFill(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === 'file') return 'empty' in field.dataset
  if (field instanceof HTMLSelectElement) return field.value === ''
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isText && !field.readOnly && field.value === ''
}
