import { OTPField } from '@base-ui/react/otp-field'
import { useId, type Ref } from 'react'
import { ErrorLine } from './field.tsx'

interface OtpFieldProps {
  label: string
  digits: number
  value: string
  onChange(value: string): void
  /** The one message of the code; none before it was refused. */
  error: string | undefined
  /** The name of a box after the first, which has the label's. */
  nameOf(place: number): string
  /** The box to be filled first. */
  firstBox: Ref<HTMLInputElement>
}

/**
 * Six boxes of one digit each. What comes at once, by paste or from the phone's messages, is spread over them from any
 * box; spaces and dashes between digits are left out.
 */
export function OtpField(props: OtpFieldProps) {
  const { label, digits, value, onChange, error, nameOf, firstBox } = props
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={digits}
        value={value}
        onValueChange={onChange}
        aria-describedby={error ? errorId : undefined}
        className="mt-2 grid grid-cols-6 gap-1.5 sm:gap-2.5"
      >
        {Array.from({ length: digits }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 ? firstBox : undefined}
            aria-label={index === 0 ? undefined : nameOf(index + 1)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="h-14 w-full scroll-mt-10 scroll-mb-36 min-w-0 rounded-card border border-edge bg-panel text-center text-subhead font-semibold tabular-nums text-ink aria-invalid:border-2 aria-invalid:border-error"
          />
        ))}
      </OTPField.Root>
      <div role="alert">{error && <ErrorLine id={errorId}>{error}</ErrorLine>}</div>
    </div>
  )
}
