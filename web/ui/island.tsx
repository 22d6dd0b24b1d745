import { Component, createRef, type ReactNode } from 'react'
import { withoutPersonal } from '#contract/errors.ts'
import { pageErrorMessages } from '#messages/common.ts'
import type { PageError } from '#contract/schemas/page-errors.ts'
import { ErrorLine } from './field.tsx'
import { api } from '#contract/paths.ts'
import type { postJson } from '#web/lib/api.ts'

/** The version in package.json, inserted by the build. */
declare const __RELEASE__: string

interface IslandProps {
  name: PageError['component']
  /** Reports an error to our server, with the page's fetch or one that is loaded then. */
  post(call: Parameters<typeof postJson>[0]): Promise<unknown>
  children: ReactNode
}
interface IslandState {
  isFailed: boolean
  /** The fields' texts when an error removed them, until they are restored. */
  typed?: Controls | undefined
  /** The texts at the last error, before they are added to the kept ones. */
  read?: Controls | undefined
}

/** Around every part of a page that runs in the browser: an error in it leaves a message, a way on, and what was typed. */
export class Island extends Component<IslandProps, IslandState> {
  override state: IslandState = { isFailed: false }
  readonly #place = createRef<HTMLDivElement>()

  /** Called while the fields are still there. */
  static getDerivedStateFromError(): IslandState {
    return { isFailed: true, read: readControls() }
  }
  /** A second failure may find no fields, or empty ones, so the earlier texts are kept. */
  static getDerivedStateFromProps(_: IslandProps, { typed, read }: IslandState): Partial<IslandState> | null {
    if (!read) return null
    const filled = [...read].filter(([, { value, files }]) => value || files?.length)
    return { typed: new Map([...(typed ?? []), ...filled]), read: undefined }
  }
  override componentDidCatch(error: unknown): void {
    reportError(this.props, error)
    this.#place.current?.focus()
  }
  override componentDidUpdate(_: IslandProps, before: IslandState): void {
    const { isFailed, typed } = this.state
    if (!before.isFailed || isFailed || !typed) return
    fillControls(typed)
    this.setState({ typed: undefined })
  }
  override render(): ReactNode {
    if (!this.state.isFailed) return this.props.children
    return (
      <div ref={this.#place} role="alert" tabIndex={-1} className="grid max-w-form justify-items-start gap-4">
        <ErrorLine>{pageErrorMessages.sentence}</ErrorLine>
        <p>{pageErrorMessages.kept}</p>
        <button type="button" className="button" onClick={() => this.setState({ isFailed: false })}>
          {pageErrorMessages.again}
        </button>
      </div>
    )
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Controls = Map<string, Kept>
interface Kept {
  value?: string
  files?: FileList
}

const everyControl = 'main :is(input:not([type="checkbox"]), textarea, select)'

/** Returns controls by name; the camera's has none. */
function controls(): [key: string, control: Control][] {
  const found = [...document.querySelectorAll<Control>(everyControl)]
  return found.map((control, place) => [control.name || `${control.type} ${place}`, control])
}

function readControls(): Controls {
  return new Map(
    controls().map(([key, control]) => {
      // The value of a file field is a useless path, and cannot be set.
      return [key, 'files' in control && control.files ? { files: control.files } : { value: control.value }]
    }),
  )
}

/** Restores the fields as if the texts were typed, which is all that the form's code notices. */
function fillControls(kept: Controls): void {
  for (const [key, control] of controls()) {
    const { value = '', files } = kept.get(key) ?? {}
    if (files?.length && control instanceof HTMLInputElement) control.files = files
    else if (value && !control.value) setValue(control, value)
    else continue
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** Uses the browser's own setter, since React treats values set by its own as already known. */
function setValue(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
}

const told = new Set<string>()

/** Reports each error that removed a part of the page to our server once, without anything a person typed. */
function reportError({ name: component, post }: IslandProps, error: unknown): void {
  const message = withoutPersonal(String(error))
  if (told.has(message)) return
  told.add(message)
  const body: PageError = { release: __RELEASE__, component, message }
  void post({ url: api.pageError, body, fallback: pageErrorMessages.sentence })
}
