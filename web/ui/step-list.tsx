import { Check } from 'lucide-react'
import './step-list.css'

interface StepListProps {
  label: string
  names: readonly string[]
  /** From 1. */
  current: number
  /** How a step stands, in words. */
  words: { done: string; current: string; ahead: string }
}

/** One segment for each step: filled, current or empty, and each said in words. */
export function StepList({ label, names, current, words }: StepListProps) {
  return (
    <ol aria-label={label} className="step-list">
      {names.map((name, index) => {
        const state = stateOf(index + 1, current)
        return (
          <li key={name} data-step={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="step-state">
              {state === 'done' && <Check aria-hidden className="size-4 shrink-0" />}
              <span>
                {index + 1}. {words[state]}
              </span>
            </span>
            <span className="step-name">{name}</span>
          </li>
        )
      })}
    </ol>
  )
}

function stateOf(number: number, current: number): 'done' | 'current' | 'ahead' {
  if (number === current) return 'current'
  return number < current ? 'done' : 'ahead'
}
