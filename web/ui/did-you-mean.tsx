import { useSyncExternalStore } from 'react'
import { likelyEmail } from '#contract/fields/likely-email.ts'
import { fill } from '#contract/messages/sentences.ts'
import { emailFieldMessages } from '#messages/forms.ts'

/** Offers the address that was likely meant in the control of that id, and writes it there when pressed. */
export function DidYouMean({ id }: { id: string }) {
  const control = () => document.getElementById(id) as HTMLInputElement | null
  const written = useSyncExternalStore(
    (changed) => {
      const input = control()
      input?.addEventListener('input', changed)
      return () => input?.removeEventListener('input', changed)
    },
    () => control()?.value ?? '',
  )
  const likely = likelyEmail(written)
  if (!likely) return null
  function take(email: string) {
    const input = control()
    // Around React, which ignores a value set through its own setter, and then as if it were typed.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, email)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
  }
  return (
    <button
      type="button"
      className="link min-h-12 cursor-pointer py-2 text-start font-semibold wrap-anywhere"
      onClick={() => take(likely)}
    >
      {fill(emailFieldMessages.didYouMean, { email: likely })}
    </button>
  )
}
