import { Component, createRef, type ReactNode } from 'react'
import { withoutPersonal } from '#contract/errors.ts'
import { pageErrorMessages } from '#messages/common.ts'
import type { PageError } from '#contract/schemas/page-errors.ts'
import { ErrorLine } from './field.tsx'
import { api } from '#contract/paths.ts'
import { postJson } from '#web/lib/api.ts'

/** The version in package.json, put in as the pages are built. */
declare const __RELEASE__: string

interface IslandProps {
  name: PageError['component']
  children: ReactNode
}
interface IslandState {
  /** What stood in the fields when an error took them away; nothing while all is well. */
  typed?: ReturnType<typeof readControls> | undefined
}

/** Around every part of a page that runs in the browser: an error in it leaves words and a way on, and what was typed. */
export class Island extends Component<IslandProps, IslandState> {
  override state: IslandState = {}
  readonly #place = createRef<HTMLDivElement>()

  /** While the fields still stand there. */
  static getDerivedStateFromError(): IslandState {
    return { typed: readControls() }
  }
  override componentDidCatch(error: unknown): void {
    reportError(this.props.name, error)
    this.#place.current?.focus()
  }
  override componentDidUpdate(_: IslandProps, { typed }: IslandState): void {
    if (typed && !this.state.typed) fillControls(typed)
  }
  override render(): ReactNode {
    if (!this.state.typed) return this.props.children
    return (
      <div ref={this.#place} role="alert" tabIndex={-1} className="grid max-w-form justify-items-start gap-4">
        <ErrorLine>{pageErrorMessages.sentence}</ErrorLine>
        <p>{pageErrorMessages.kept}</p>
        <button type="button" className="button" onClick={() => this.setState({ typed: undefined })}>
          {pageErrorMessages.again}
        </button>
      </div>
    )
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Kept {
  value?: string
  files?: FileList
}

const everyControl = 'main :is(input:not([type="checkbox"]), textarea, select)'

/** By its name; the field of a camera has none. */
function controls(): [key: string, control: Control][] {
  const found = [...document.querySelectorAll<Control>(everyControl)]
  return found.map((control, place) => [control.name || `${control.type} ${place}`, control])
}

/** What stands in the page's fields. */
function readControls(): Map<string, Kept> {
  return new Map(
    controls().map(([key, control]) => {
      // The value of a field for a file is no path of any use, and cannot be set.
      return [key, 'files' in control && control.files ? { files: control.files } : { value: control.value }]
    }),
  )
}

/** Puts it into the fields that stand there now, as if it were typed again: the form's code notices that alone. */
function fillControls(kept: Map<string, Kept>): void {
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

const told = new Set<string>()

/** Tells our server once of each error that took a part of the page away; what a person typed is no part of it. */
function reportError(component: PageError['component'], error: unknown): void {
  const message = withoutPersonal(String(error))
  if (told.has(message)) return
  told.add(message)
  const body: PageError = { release: __RELEASE__, component, message }
  void postJson({ url: api.pageError, body, fallback: pageErrorMessages.sentence })
}
