import { Component, createRef, type ReactNode } from 'react'
import { pageErrorMessages } from '#contract/messages/common.ts'
import type { PageError } from '#contract/schemas/page-errors.ts'
import { fillControls, readControls } from '#web/lib/kept-controls.ts'
import { reportError } from '#web/lib/report-error.ts'
import { ErrorLine } from './field.tsx'

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
