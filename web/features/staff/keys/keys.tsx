import { Command, Keyboard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { keyNames } from '#web/features/staff/words.ts'
import { listenTo } from '#web/features/staff/router.tsx'
import { useSelf } from '#web/features/staff/session.ts'
import { later } from '#web/lib/async.ts'
import { type Dialog, focus, hasSingleKeys, type Key, singleKeys } from './state.ts'

/** The actions of keys and their dialogs, loaded when a key is first pressed. */
const late = later(async () => ({ ...(await import('./actions.ts')), ...(await import('./dialogs.tsx')) }))

const asked = 'desk-key'

function ask(key: Key): void {
  dispatchEvent(new CustomEvent(asked, { detail: key }))
}

/** Opens the commands, like Ctrl K. */
export function CommandsButton() {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-keyshortcuts="Control+K Meta+K"
      title={`${keyNames.commands} (Ctrl K)`}
      onClick={() => ask('commands')}
    >
      <Command aria-hidden size={18} />
      <span className="max-desk:sr-only">{keyNames.commands}</span>
    </button>
  )
}

/** Opens the list of keys, like ?. */
export function KeysButton({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={() => ask('?')}>
      <Keyboard aria-hidden size={18} /> {keyNames.keys}
    </button>
  )
}

/** Handles the keys of the desk, and shows the dialogs that they open. */
export function Keys() {
  const { role } = useSelf()
  const cameFrom = useRef<HTMLElement | null>(null)
  const [shown, setShown] = useState<Dialog & { typed: string }>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    /** What is typed until a dialog is there, so that its letters do not act as keys. */
    let typed: string | undefined
    async function run(key: Key) {
      const { activeElement } = document
      cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null
      typed = ''
      try {
        const dialog = (await late.fetch()) ? late.now()?.act(key, role) : undefined
        if (!dialog) return
        setShown({ ...dialog, typed })
        setOpen(true)
      } finally {
        typed = undefined
      }
    }
    function press(event: KeyboardEvent) {
      const key = typed === undefined ? keyOf(event) : undefined
      if (typed !== undefined && event.key.length === 1) typed += event.key
      else if (!key) return
      event.preventDefault()
      if (key) void run(key)
    }
    const stops = [
      listenTo([asked], (event) => void run((event as CustomEvent<Key>).detail)),
      listenTo(['keydown'], (event) => press(event as KeyboardEvent)),
      listenTo(['focusin'], ({ target }) => {
        if (target instanceof Element && target.closest('main')) focus.last = target
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [role])
  const { Commands, Help } = late.now() ?? {}
  const dialog = { open: isOpen, onClose: () => setOpen(false), cameFrom }
  if (shown?.is === 'help') return Help && <Help {...dialog} />
  return shown && Commands && <Commands {...dialog} {...shown} />
}

/** Returns the pressed key of the desk. Behind a dialog there are none, and in a field letters only type. */
function keyOf(event: KeyboardEvent): Key | undefined {
  const { key, target, altKey, ctrlKey, metaKey } = event
  if (event.defaultPrevented || event.isComposing || altKey) return undefined
  if (document.querySelector('[role="dialog"]')) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'commands' : undefined
  if (event.repeat || !hasSingleKeys()) return undefined
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]'))
    return undefined
  return singleKeys.find((one) => one === key)
}
