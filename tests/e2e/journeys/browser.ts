/** One tab or window of a visitor, with what each protocol does in its own way; a place is an XPath. */
export interface Tab {
  open(url: string): Promise<void>
  /** Runs in the page, which it must be whole for: texts go in and a plain value comes out. */
  run<Out>(work: (...given: string[]) => Out, ...given: string[]): Promise<Out>
  click(place: string): Promise<void>
  /** Types where the focus is, a key at a time. */
  type(text: string): Promise<void>
  /** One key by the name that events give it, with Control held if `Control+` stands before it. */
  press(key: string): Promise<void>
  attach(place: string, file: string): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

export interface Browser {
  /** An empty tab of so many CSS pixels, of a visitor whom the site does not know. */
  visit(width: number): Promise<Tab>
  /** One more tab of that visitor. */
  another(): Promise<Tab>
  /** All tabs of that visitor, those that pages opened too; each the same object every time. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}
