import { useId, type ReactNode } from 'react'

interface LabelledProps {
  label: string
  /** The control, which takes the id. */
  children(id: string): ReactNode
}

/** A control of the desk with its small label above. */
export function Labelled({ label, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
