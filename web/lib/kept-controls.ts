type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Kept {
  value?: string
  files?: FileList
}

const everyControl = 'main :is(input:not([type="checkbox"]), textarea, select)'

/** By its name; a field for a file has none. */
function controls(): [key: string, control: Control][] {
  const found = [...document.querySelectorAll<Control>(everyControl)]
  return found.map((control, place) => [control.name || `${control.type} ${place}`, control])
}

/** What stands in the page's fields. */
export function readControls(): Map<string, Kept> {
  return new Map(
    controls().map(([key, control]) => {
      // The value of a field for a file is no path of any use, and cannot be set.
      return [key, 'files' in control && control.files ? { files: control.files } : { value: control.value }]
    }),
  )
}

/** Puts it into the fields that stand there now, as if it were typed again: the form's code notices that alone. */
export function fillControls(kept: Map<string, Kept>): void {
  for (const [key, control] of controls()) {
    const { value = '', files } = kept.get(key) ?? {}
    if (files?.length && control instanceof HTMLInputElement) control.files = files
    else if (value && !control.value) setValue(control, value)
    else continue
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** By the browser's own setter: React lays another over it, and takes what comes by that one for its own. */
function setValue(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
}
