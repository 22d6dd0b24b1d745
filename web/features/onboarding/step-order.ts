import type { Progress, Step } from './wizard.ts'

type Steps = readonly Pick<Step, 'isOpen' | 'isBegun'>[]

/** The number of the step that is shown to whoever asks for one: that one, or else the nearest before it that is open. */
export function nearestOpen(steps: Steps, wanted: number, progress: Progress): number {
  const open = steps.flatMap((step, index) => (step.isOpen(progress) ? [index + 1] : []))
  return open.findLast((number) => number <= wanted) ?? open[0] ?? 1
}

/** The number of the furthest step that a visitor who comes back has begun. */
export function furthestBegun(steps: Steps, { facts }: Progress): number {
  return steps.findLastIndex((step) => step.isBegun(facts)) + 1
}
