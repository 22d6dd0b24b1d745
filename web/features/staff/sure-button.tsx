import { useState } from 'react'
import { swallowSecondClick } from '#web/lib/focus.ts'
import { ActionButton } from '#web/ui/button.tsx'

interface SureButtonProps {
  children: string
  /** Its name for those who hear it, until it was pressed once. */
  'aria-label'?: string
  /** What it says then. */
  sure: string
  busy: boolean
  onSure(): void
}

/** Pressed twice, and not by a double click, since what it does is done at once and cannot be taken back. */
export function SureButton({ children, sure, busy, onSure, ...name }: SureButtonProps) {
  const [isSure, setSure] = useState(false)
  function press() {
    if (isSure) return onSure()
    swallowSecondClick()
    setSure(true)
  }
  return (
    <ActionButton {...(isSure ? {} : name)} busy={busy} onClick={press}>
      {isSure ? sure : children}
    </ActionButton>
  )
}
