import { useId, type ComponentProps, type ReactNode } from 'react'

interface LabelledProps {
  label: string
  /** The control, which takes the id. */
  children(id: string): ReactNode
}

/** A control of the desk: 40 pixels tall, so that a line of filters stays a line. */
export const control =
  'min-h-10 min-w-0 rounded-control border border-edge bg-panel px-2.5 py-1.5 text-ink placeholder:text-quiet placeholder:opacity-100'

/** A control of the desk with its small label above. */
export function Labelled({ label, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-label font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type Choices = readonly (readonly [value: string, words: string])[]

interface PlainSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'onChange'> {
  choices: Choices
  choose(value: string): void
}

/** One of a few, where what it is for is said elsewhere. */
export function PlainSelect({ choices, choose, ...select }: PlainSelectProps) {
  return (
    <select className={control} onChange={({ currentTarget }) => choose(currentTarget.value)} {...select}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}

/** One of a few, under its label. */
export function Select({ label, ...select }: PlainSelectProps & { label: string }) {
  return <Labelled label={label}>{(id) => <PlainSelect id={id} {...select} />}</Labelled>
}
