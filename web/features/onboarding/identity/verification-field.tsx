import { useId, type ComponentProps, type KeyboardEvent } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { identityHints, otpMessages, executiveForm } from '#messages/identity.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { control, ErrorLine, Hint, locked, tied } from '#web/ui/field.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import type { detailField } from './detail-fields.tsx'
import { otpModal, type Verification } from './use-verification.ts'

type Field = ReturnType<typeof detailField>

interface VerificationFieldProps {
  /** What pressing Verify agrees to. */
  consent: readonly string[]
  verification: Verification
  /** What stops the step here, once Next was pressed. */
  stop: string | undefined
  field: Field
}

/** A number with its badge and its Verify button, and beside them what a press of it means. */
export function VerificationField(props: VerificationFieldProps) {
  const { consent, verification, stop, field } = props
  const { label, hint, error, lock: _, ...registered } = field
  const id = useId()
  const said = error ?? verification.problem ?? stop
  return (
    <div data-field data-verification={field.name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <StatusBadge verified={verification.verified} />
      </div>
      <Hint id={`${id}-hint`}>{verification.verified ? identityHints.verified : hint}</Hint>
      <div className="mt-2 flex flex-wrap gap-3">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <input
            type="text"
            className={`${control} ${locked} tabular-nums`}
            readOnly={verification.isLocked}
            {...tied(id, { hint, error: said })}
            {...registered}
            {...maskedOnce(field)}
            onKeyDown={(event) => verifyByEnter(event, verification)}
          />
        </div>
        <ActionButton
          busy={verification.busy}
          disabled={verification.verified}
          onClick={verification.verify}
          aria-label={fill(executiveForm.verifyOf, { label })}
          aria-describedby={verification.verified ? undefined : `${id}-consent`}
        >
          {executiveForm.verify}
        </ActionButton>
      </div>
      <div role="alert">{said && <ErrorLine id={`${id}-error`}>{said}</ErrorLine>}</div>
      {verification.isPending && <PendingCode verification={verification} />}
      {!verification.verified && (
        <div id={`${id}-consent`} className="mt-3 border-l-2 border-line pl-4 text-small text-quiet">
          {consent.map((sentence) => (
            <p key={sentence} className="mt-1 first:mt-0">
              {sentence}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

/** A code that is on its way is entered, not sent once more. */
function PendingCode({
  verification: { open, changeNumber, busy },
}: Pick<VerificationFieldProps, 'verification'>) {
  const link = 'link min-h-12 cursor-pointer font-semibold'
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3">
      {otpMessages.waiting}
      <button type="button" className={link} onClick={open}>
        {otpMessages.enter}
      </button>
      <button type="button" className={link} disabled={busy} onClick={changeNumber}>
        {otpMessages.changeNumber}
      </button>
    </p>
  )
}

/** A masked number is replaced as a whole: of its X nothing can be made. */
function maskedOnce({ onChange }: Field): ComponentProps<'input'> {
  return {
    onFocus: ({ currentTarget }) => {
      void otpModal.fetch()
      if (currentTarget.value.startsWith('X')) currentTarget.select()
    },
    onChange: (event) => {
      const { target, nativeEvent } = event
      const typed = nativeEvent instanceof InputEvent ? (nativeEvent.data ?? '') : ''
      if (target.value.includes('X')) target.value = typed
      void onChange(event)
    },
  }
}

/** Enter in a number means its own button, not the end of the step. */
function verifyByEnter(event: KeyboardEvent, { verified, verify }: Verification) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  // Held down, a key is pressed once.
  if (!verified && !event.repeat) verify()
}
