import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { Select } from '#web/features/staff/select.tsx'

interface ChoiceSelectProps extends Pick<ComponentProps<typeof Select>, 'label' | 'choices' | 'choose'> {
  value: string
  disabled: boolean
  /** Is told whether keys have chosen something that does not count yet. */
  onWaiting(isWaiting: boolean): void
}

/**
 * A native select whose choice by pointer counts at once. Keys go through one choice after another on a closed select:
 * theirs counts on Enter or when the field is left, and Escape takes it back.
 */
export function ChoiceSelect({ value, choose, onWaiting, ...select }: ChoiceSelectProps) {
  const { chosen, ...handlers } = useChoice(value, choose)
  const isWaiting = chosen !== undefined && chosen !== value
  useEffect(() => onWaiting(isWaiting), [isWaiting])
  return <Select {...select} {...handlers} value={chosen ?? value} />
}

/** Keys that change a closed select: arrows, the ends, and letters. */
function goesThrough({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || key === ' ') return false
  return /^(Arrow|Page|Home$|End$)/.test(key) || [...key].length === 1
}

function useChoice(value: string, choose: (value: string) => void) {
  const [chosen, setChosen] = useState<string>()
  const isByKey = useRef(false)
  const latest = useRef({ chosen, value, choose })
  useEffect(() => {
    latest.current = { chosen, value, choose }
  })
  function settle() {
    isByKey.current = false
    const { current } = latest
    const wanted = current.chosen
    latest.current = { ...current, chosen: undefined }
    setChosen(undefined)
    if (wanted !== undefined && wanted !== current.value) current.choose(wanted)
  }
  // A record that is left by the browser's «back» takes its fields along without a blur.
  useEffect(() => settle, [])
  return {
    chosen,
    onBlur: settle,
    onPointerDown: () => (isByKey.current = false),
    choose(wanted: string) {
      latest.current = { ...latest.current, chosen: wanted }
      setChosen(wanted)
      if (!isByKey.current) settle()
    },
    onKeyDown(event: KeyboardEvent) {
      if (goesThrough(event)) isByKey.current = true
      if (chosen === undefined) {
        if (!goesThrough(event)) isByKey.current = false
        return
      }
      if (event.key === 'Escape') setChosen(undefined)
      if (event.key !== 'Enter') return
      event.preventDefault()
      settle()
    },
  }
}
