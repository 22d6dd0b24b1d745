import { useEffect, type ComponentProps } from 'react'
import { Select } from '#web/features/staff/select.tsx'
import { useChoice } from '#web/features/staff/use-choice.ts'

interface ChoiceSelectProps extends Pick<ComponentProps<typeof Select>, 'label' | 'choices' | 'choose'> {
  value: string
  disabled: boolean
  /** Is told whether keys have chosen something that does not count yet. */
  onWaiting(isWaiting: boolean): void
}

/** A select whose choice counts at once by pointer, and by keys on Enter or when the field is left. */
export function ChoiceSelect({ value, choose, onWaiting, ...select }: ChoiceSelectProps) {
  const { chosen, ...handlers } = useChoice({ value, choose, atLeaving: 'take' })
  const isWaiting = chosen !== undefined && chosen !== value
  useEffect(() => onWaiting(isWaiting), [isWaiting])
  return <Select {...select} {...handlers} value={chosen ?? value} />
}
