import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { PlainSelect, Select } from './select.tsx'

/** Keys that change a closed select: arrows, the ends, and letters. */
function goesThrough({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || key === ' ') return false
  return /^(Arrow|Page|Home$|End$)/.test(key) || [...key].length === 1
}

interface Choosing {
  value: string
  choose(value: string): void
  /** What becomes of a choice by keys when the field is left without Enter. */
  atLeaving: 'take' | 'forget'
}

/**
 * For a native select whose choice by pointer counts at once. Keys go through one choice after another on a closed
 * select: theirs counts on Enter, and Escape takes it back.
 */
function useChoice({ value, choose, atLeaving }: Choosing) {
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
  function forget() {
    isByKey.current = false
    setChosen(undefined)
  }
  const leave = atLeaving === 'take' ? settle : forget
  // A record that is left by the browser's «back» takes its fields along without a blur.
  useEffect(() => leave, [])
  return {
    chosen,
    onBlur: leave,
    onPointerDown: () => (isByKey.current = false),
    choose(wanted: string) {
      latest.current = { ...latest.current, chosen: wanted }
      setChosen(wanted)
      if (!isByKey.current) settle()
    },
    onKeyDown(event: KeyboardEvent) {
      if (goesThrough(event)) isByKey.current = true
      else if (chosen === undefined) isByKey.current = false
      if (event.key === 'Escape') setChosen(undefined)
      if (event.key !== 'Enter' || chosen === undefined) return
      event.preventDefault()
      settle()
    },
  }
}

interface ChoiceSelectProps extends Omit<ComponentProps<typeof PlainSelect>, 'value' | 'choose'>, Choosing {
  /** Above it, where its name is not said otherwise. */
  label?: string
  /** Is told whether keys have chosen something that does not count yet. */
  tellWaiting(isWaiting: boolean): void
}

/** A select whose choice counts at once by pointer, and by keys on Enter. */
export function ChoiceSelect({ label, value, choose, atLeaving, tellWaiting, ...rest }: ChoiceSelectProps) {
  const { chosen, ...handlers } = useChoice({ value, choose, atLeaving })
  const isWaiting = chosen !== undefined && chosen !== value
  useEffect(() => tellWaiting(isWaiting), [isWaiting])
  const select = { ...rest, ...handlers, value: chosen ?? value }
  return label ? <Select label={label} {...select} /> : <PlainSelect {...select} />
}
