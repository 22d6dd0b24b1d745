import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { deskWords } from '#contract/messages/staff.ts'
import { deskPaths, listenTo, moveTo, useMoveState, usePath } from './router.tsx'
import { useMay } from './session.ts'
import { control } from './select.tsx'

/** What is searched for is a person's name or number, so it stands in no address. */
export function SearchBox() {
  const path = usePath()
  const mayByNumber = useMay('records.contact')
  const state = useMoveState()
  const [text, setText] = useState('')
  const sought = path === deskPaths.search && typeof state === 'string' ? state : undefined
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => listenTo(['keydown'], (event) => goTo(field.current, event as KeyboardEvent)), [])
  useEffect(() => {
    if (sought !== undefined) setText(sought)
  }, [sought])
  function search(event: SyntheticEvent) {
    event.preventDefault()
    if (text.trim()) moveTo(deskPaths.search, { state: text.trim(), replace: path === deskPaths.search })
  }
  return (
    <form role="search" className="flex flex-wrap items-center gap-2 print:hidden" onSubmit={search}>
      <label htmlFor="desk-search" className="sr-only">
        {deskWords.search}
      </label>
      <input
        ref={field}
        id="desk-search"
        aria-keyshortcuts="Control+K Meta+K"
        type="search"
        placeholder={mayByNumber ? deskWords.searchHint : deskWords.searchHintOfViewer}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={`max-w-104 flex-[1_1_12rem] ${control}`}
      />
      <button type="submit" className="button button-quiet">
        {deskWords.search}
      </button>
    </form>
  )
}

/** Ctrl+K or ⌘K leads to the search. A key alone would have to be possible to switch off (WCAG 2.1.4). */
function goTo(field: HTMLElement | null, event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
  // Behind a dialog nothing can be reached.
  if (event.target instanceof Element && event.target.closest('dialog, [role="dialog"]')) return
  event.preventDefault()
  field?.focus()
}
