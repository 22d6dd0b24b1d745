import { useEffect, useState, type ComponentProps } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { TextField } from './field.tsx'

/** Typed or picked, and not after today in India, which is known in the browser only: the page was built on an earlier day. */
export function BirthField(field: ComponentProps<typeof TextField>) {
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayInIndia()), [])
  return <TextField type="date" max={today} autoComplete="bday" {...field} />
}

/**
 * A browser reports a date that is half typed, or that no calendar has, as empty. Such a date is invalid, not missing: it is
 * replaced by one that no schema accepts.
 */
export function withBadDate<Values>(values: Values, form: HTMLFormElement | null, field: string): Values {
  const input = form?.elements.namedItem(field)
  const isBad = input instanceof HTMLInputElement && input.validity.badInput
  return isBad ? { ...values, [field]: '?' } : values
}
